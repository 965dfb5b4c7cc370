/** A kind that no version of its group serves any more. */
export interface RemovedKind {
	/** The first release without it. */
	readonly release: string;
	/** The kind or admission plug-in that does its work now. */
	readonly successor: string;
}

/**
Kinds of older texts that were removed with their purpose, by name.

@see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
*/
export const removedKinds: Readonly<Record<string, RemovedKind>> = {
	InitializerConfiguration: {release: 'v1.14', successor: 'MutatingWebhookConfiguration'},
	PodPreset: {release: 'v1.20', successor: 'MutatingAdmissionPolicy'},
	PodSecurityPolicy: {release: 'v1.25', successor: 'PodSecurity'},
	ThirdPartyResource: {release: 'v1.8', successor: 'CustomResourceDefinition'},
};
