/** A kind as OpenAPI documents name it. */
export interface Kind {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
}

const parameter = (name: string, type = 'string') => ({name, in: 'query', schema: {type, uniqueItems: true}});
const checking = [parameter('dryRun'), parameter('fieldManager'), parameter('fieldValidation')];
const parametersOf: Readonly<Record<string, readonly unknown[]>> = {
	post: checking,
	put: checking,
	patch: [...checking, parameter('force', 'boolean')],
	delete: [parameter('dryRun'), parameter('gracePeriodSeconds', 'integer'), parameter('propagationPolicy')],
	get: [],
};

const patchTypes = [
	'application/json-patch+json',
	'application/merge-patch+json',
	'application/apply-patch+yaml',
	'application/strategic-merge-patch+json',
];

/** The content types of a patch: kubectl reads from them how objects of a kind are patched. @mirrors k8s.io/apiserver/pkg/endpoints APIInstaller.registerResourceHandlers */
const patchBody = (isCustom: boolean) => ({
	content: Object.fromEntries(
		(isCustom ? patchTypes.slice(0, -1) : patchTypes).map((type) => [type, {schema: {type: 'object'}}]),
	),
});

/** The operations of one path. Simplified: without responses and request bodies but those of patches, and with only the parameters that clients read. */
export const operationsOf = (
	item: Readonly<Record<string, {readonly action?: string; readonly kind?: string}>>,
	at: Omit<Kind, 'kind'>,
	{isCustom = false} = {},
) =>
	Object.fromEntries(
		Object.entries(item).map(([method, {action, kind}]) => [
			method,
			{
				parameters: parametersOf[method] ?? [],
				...(method === 'patch' ? {requestBody: patchBody(isCustom)} : {}),
				...(action === undefined ? {} : {'x-kubernetes-action': action}),
				...(kind === undefined ? {} : {'x-kubernetes-group-version-kind': {...at, kind}}),
			},
		]),
	);
