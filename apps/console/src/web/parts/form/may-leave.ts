/** Whether a form here would lose what was typed. */
export function isHalfFilled(place: ParentNode = document): boolean {
  return place.querySelector('form[data-half-filled]') !== null
}

/** Asks before a half-filled form is left. */
export function mayLeave(place: ParentNode = document): boolean {
  return !isHalfFilled(place) || confirm('Leave the form? Your changes are not saved.')
}
