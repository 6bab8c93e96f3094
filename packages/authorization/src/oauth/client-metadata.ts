type Metadata = Record<string, unknown>

const grantTypes = ['authorization_code', 'refresh_token']

/** What we keep of a client's metadata, whatever else it asks for: RFC 7591 lets the server replace it. */
function commonMetadata({ client_name, redirect_uris }: Metadata): Metadata {
  return {
    // A name is shown to people: a long one could push the rest of the page away.
    ...(typeof client_name === 'string' && { client_name: client_name.slice(0, 100) }),
    ...{ redirect_uris, application_type: 'native', grant_types: [...grantTypes] },
    response_types: ['code'],
  }
}

/** The metadata of a client that registers itself: always a public one. */
export function registeredMetadata(asked: Metadata): Metadata {
  return { ...commonMetadata(asked), token_endpoint_auth_method: 'none' }
}

/** The metadata of a document. One that proves itself with keys names them. */
export function documentMetadata(document: Metadata): Metadata {
  const { client_id, token_endpoint_auth_method: method = 'none' } = document
  const { token_endpoint_auth_signing_alg, jwks, jwks_uri } = document
  return {
    ...{ ...commonMetadata(document), client_id, token_endpoint_auth_method: method },
    ...(method === 'private_key_jwt' && { token_endpoint_auth_signing_alg, jwks, jwks_uri }),
  }
}
