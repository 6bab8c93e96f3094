import { singular } from './words.ts'

/** People and organisations that buy: what a phrase ends with that says whom something is sold to. */
const buyers = new Set(
  `accountant admin administrator advisor agency agent analyst architect attorney bookkeeper brand business buyer carer
  caregiver clinic coach committee company consultant contractor controller coordinator counsel counselor creator
  customer client dentist department designer developer director dispatcher doctor driver employee employer engineer
  enterprise entrepreneur executive farmer firm founder franchise freelancer group guard gym hire hospital hotel instructor
  installer landlord lawyer leader maker manager manufacturer marketer mechanic member merchant nonprofit nurse office officer
  operator organisation organization owner parent people person pharmacist pharmacy physician planner practitioner professional
  psychologist publisher rep recruiter representative restaurant retailer salon school scientist
  seller shop specialist staff startup store supervisor supplier superintendent teacher team technician tenant
  therapist trader user vendor volunteer wholesaler worker
  abteilung anwalt anwälte berater betrieb betriebe entwickler firmen führungskraft führungskräfte geschäftsführer
  gründer händler handwerker inhaber kunde kunden leiter mitarbeiter mitarbeitende personalleiter steuerberater
  unternehmen unternehmer verein vereine
  artisan cabinet cabinets collaborateur commerçant commerciaux dirigeant dirigeants entreprise entreprises équipe équipes
  expert-comptable experts-comptables freelances indépendants salarié salariés gérant gérants responsable responsables
  asesoría autónomo autónomos cliente clientes dueño dueños empleado empleados empresa empresas equipo equipos gestoría
  gerente gerentes pyme pymes trabajador trabajadores
  accountants bedrijf bedrijven klant klanten medewerker medewerkers ondernemer ondernemers zzp'er zzp'ers
  contador contadores funcionário funcionários equipe equipes lojista lojistas time
  artigiani azienda aziende commercialista commercialisti dipendenti imprese impresa negozianti professionisti`.split(
    /\s+/,
  ),
)

/** Whether a term names whom something is sold to, such as "restaurant managers", and not what is sold. */
export function isAudience(term: string): boolean {
  const last = term.toLowerCase().split(' ').at(-1) ?? ''
  return buyers.has(last) || buyers.has(singular(last)) || compound.test(last)
}

/** German joins what people do to whom: "Filialleiter", "Verkäuferinnen". */
const compound = /\p{L}(?:leiter|führer|inhaber|händler|betriebe?|firmen|mitarbeiter|innen)$/u
