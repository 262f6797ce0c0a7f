/** What a fetch gives. `isError` alone stands beside `content` when no page could be had. */
export interface FetchedPage {
  /** The text of the page, or why there is none. */
  readonly content: string;
  /** The page is longer than `content`. */
  readonly truncated?: boolean;
  readonly status?: number;
  readonly statusText?: string;
  readonly contentType?: string | null;
  /** Where the last redirect led. */
  readonly url?: string;
  /** Whether the status is one of success, 200 to 299. */
  readonly ok?: boolean;
  readonly isError?: boolean;
}
