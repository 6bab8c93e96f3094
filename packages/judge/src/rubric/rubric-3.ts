/** The components of a score and the most points of each. */
export const componentCaps = {
  purchaseIntent: 30,
  fit: 20,
  urgency: 15,
  recency: 10,
  commercialValue: 10,
  evidenceQuality: 10,
  multiSignal: 5,
} as const
