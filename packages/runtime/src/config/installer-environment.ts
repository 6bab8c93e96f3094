import variables from './installer-variables.json' with { type: 'json' }

/**
 * Returns the part of an environment that npm needs to find its settings, its cache and the registry. A package manager
 * and the packages it runs must not see the rest, above all secrets.
 */
export function installerEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const { names, prefixes } = variables
  const isNeeded = (name: string): boolean =>
    names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isNeeded(name)))
}
