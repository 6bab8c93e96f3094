/** Upper case, like Snowflake's names without quotes, so queries need no quotes. */
export function quote(name: string): string {
  return `"${name.toUpperCase().replaceAll('"', '""')}"`
}
