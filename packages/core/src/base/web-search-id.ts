/** The id of what stands for a search of the web until it is known which model is asked, and so whose tool it is. */
export const webSearchId = 'tenon.web-search';
