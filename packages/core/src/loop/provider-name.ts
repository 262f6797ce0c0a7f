/** Providers that the conventions of OpenTelemetry call otherwise than their packages do, by how those names begin. */
const conventionalNames: readonly (readonly [string, string])[] = [
  ['google.vertex', 'gcp.vertex_ai'],
  ['google', 'gcp.gemini'],
  ['azure-openai', 'azure.ai.openai'],
  ['azure', 'azure.ai.openai'],
  ['amazon-bedrock', 'aws.bedrock'],
  ['bedrock', 'aws.bedrock'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
];

/** The provider of a model as traces name it: `openai.responses` is `openai`. */
export function toProviderName(provider: string): string {
  const known = conventionalNames.find(
    ([begin]) => provider === begin || provider.startsWith(`${begin}.`),
  );
  return known?.[1] ?? provider.replace(/\..*$/s, '');
}
