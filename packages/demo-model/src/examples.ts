/** Requests that suit an assistant with notes, a calculator and a search in files. */
export const demoExamples: readonly string[] = [
  'What is 18% of 2450?',
  'Calculate 2450 * 1.18',
  'How much is (1,200.50 + 89) / 4?',
  'Add a note: call the bank on Monday',
  'Remember to buy milk and eggs',
  'List my notes',
  'Find notes about milk',
  'Search for TODO in the files here',
  'Which files contain "license"?',
  'What is 18% of 2450, and then save it as a note',
  'Search the files for "version" and then list my notes',
  'What is 365 * 24? Add a note: try a real model; then search the files for tenon',
];
