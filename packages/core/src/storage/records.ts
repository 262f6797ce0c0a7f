import { TenonError } from '../base/errors.ts';
import type { KeptRecord } from './runs.ts';

/** What `append` takes: at least one record, with places that count up by one. @throws TenonError `STORE_RECORDS_INVALID` */
export function assertRecords(records: readonly KeptRecord[]): void {
  const [first] = records;
  if (first === undefined) throw invalid('there is none');
  if (!Number.isSafeInteger(first.seq) || first.seq < 1) {
    throw invalid('their places must be whole numbers from 1');
  }
  if (records.some(({ seq }, index) => seq !== first.seq + index)) {
    throw invalid('their places must count up by one');
  }
}

function invalid(what: string): TenonError {
  return new TenonError('STORE_RECORDS_INVALID', `Records cannot be appended: ${what}.`);
}
