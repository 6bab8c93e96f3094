/** One base URL for the APIs of all services through which channels send. */
export function allApiUrls(url: string): { slack: string; pagerduty: string; opsgenie: string } {
  return { slack: url, pagerduty: url, opsgenie: url }
}
