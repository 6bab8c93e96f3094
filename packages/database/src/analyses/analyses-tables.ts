export type AnalysesTables = {
  analyses: {
    org_id: string
    analysis_id: string
    reserved_at: Date
    leased_until: Date
    counted_at: Date | null
  }
  analysis_calls: { org_id: string; key_id: string; called_at: Date[] }
}
