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

/** The operations of one path. Simplified: without request bodies and responses, and with only the parameters that clients look for. */
export const operationsOf = (
	item: Readonly<Record<string, {readonly action?: string; readonly kind?: string}>>,
	at: Omit<Kind, 'kind'>,
) =>
	Object.fromEntries(
		Object.entries(item).map(([method, {action, kind}]) => [
			method,
			{
				parameters: parametersOf[method] ?? [],
				...(action === undefined ? {} : {'x-kubernetes-action': action}),
				...(kind === undefined ? {} : {'x-kubernetes-group-version-kind': {...at, kind}}),
			},
		]),
	);
