/** Returns where a file of a workspace is downloaded, with the filters of its page. */
export function downloadAddress(
  orgId: string,
  file: string,
  filters: Record<string, string | undefined>,
): string {
  const wanted = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  )
  const search = wanted.length === 0 ? '' : `?${new URLSearchParams(wanted).toString()}`
  return `/console/api/w/${encodeURIComponent(orgId)}/${file}${search}`
}
