/**
The annotation in which client-side `kubectl apply` stores the applied configuration.

@see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/declarative-config/#merge-patch-calculation
*/
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';
