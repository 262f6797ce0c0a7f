/** Requests that suit an assistant for notes, sums, dates, units and files. */
export const demoExamples: readonly string[] = [
  'What is 18% of 2450?',
  'How much is (1,200.50 + 89) / 4?',
  'What time is it in Tokyo?',
  'Add a note: call the bank on Monday',
  'How many days from 2026-03-01 to 2026-12-24?',
  'What is 2026-03-28 22:00 in Europe/Berlin plus 8 hours?',
  'Convert 5 miles to kilometres',
  'How many °F is 21 °C?',
  'Which files contain "license"?',
  'Summarise README.md',
  'What is 18% of 2450, and then save it as a note',
  'Convert 3 cups to ml, search the files for "version" and then list my notes',
];
