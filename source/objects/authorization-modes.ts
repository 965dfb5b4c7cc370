/**
The authorizers that `--authorization-mode` can name.

@see https://kubernetes.io/docs/reference/access-authn-authz/authorization/
@mirrors k8s.io/kubernetes/pkg/kubeapiserver/authorizer/modes
*/
export const authorizationModes = ['Node', 'RBAC', 'ABAC', 'Webhook', 'AlwaysAllow', 'AlwaysDeny'] as const;
export type AuthorizationMode = (typeof authorizationModes)[number];

/** The default authorizers, in their order. */
export const defaultAuthorizationModes: readonly AuthorizationMode[] = ['Node', 'RBAC'];

/** The answers of an authorizer: `deny` ends the chain, `no opinion` passes the question on to the next. @mirrors authorizer.Decision */
export const verdicts = ['allow', 'deny', 'no opinion'] as const;
export type Verdict = (typeof verdicts)[number];
