/** Quotes a name, in engines that follow the standard. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes a text, in engines that follow the standard. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
