import {apiVersionOf, type Resource} from './resources.js';

/** One comma-separated part of a field selector. */
export interface FieldRequirement {
	readonly field: string;
	readonly operator: '=' | '==' | '!=';
	readonly value: string;
}

type Values = Readonly<Record<string, (object: never) => unknown>>;

interface PodFields {
	readonly spec?: Readonly<Record<string, unknown>>;
	readonly status?: Readonly<Record<string, unknown>> & {readonly podIPs?: ReadonlyArray<{readonly ip?: string}>};
}

const at =
	(...path: readonly string[]) =>
	(object: never): unknown => {
		let value: unknown = object;
		for (const key of path) {
			value = (value as Record<string, unknown> | undefined)?.[key];
		}

		return value;
	};

const paths = (...names: readonly string[]): Values =>
	Object.fromEntries(names.map((name) => [name, at(...name.split('.'))]));

// What may be selected by beside the name and namespace, by apiVersion and kind.
const selectable: Readonly<Record<string, Values>> = {
	'v1 Pod': {
		...paths(
			'spec.nodeName',
			'spec.restartPolicy',
			'spec.schedulerName',
			'spec.serviceAccountName',
			'spec.hostNetwork',
		),
		...paths('status.phase', 'status.podIP', 'status.nominatedNodeName'),
		'status.podIPs': (pod: PodFields) => pod.status?.podIPs?.map(({ip}) => ip ?? '').join(','),
	},
	'v1 Node': paths('spec.unschedulable'),
	'v1 Namespace': paths('status.phase'),
	'v1 Secret': paths('type'),
	'v1 Service': paths('spec.clusterIP', 'spec.type'),
	'v1 ReplicationController': paths('status.replicas'),
	'apps/v1 ReplicaSet': paths('status.replicas'),
	'batch/v1 Job': {'status.successful': at('status', 'succeeded')},
	'certificates.k8s.io/v1 CertificateSigningRequest': paths('spec.signerName'),
	'resource.k8s.io/v1 ResourceSlice': paths('spec.nodeName', 'spec.driver'),
	'v1 Event': {
		...paths('involvedObject.kind', 'involvedObject.namespace', 'involvedObject.name', 'involvedObject.uid'),
		...paths('involvedObject.apiVersion', 'involvedObject.resourceVersion', 'involvedObject.fieldPath'),
		...paths('reason', 'type'),
		reportingComponent: at('reportingComponent'),
		source: (event: {readonly source?: {readonly component?: string}; readonly reportingComponent?: string}) =>
			event.source?.component || event.reportingComponent,
	},
	'events.k8s.io/v1 Event': {
		...paths('regarding.kind', 'regarding.namespace', 'regarding.name', 'regarding.uid'),
		...paths('regarding.apiVersion', 'regarding.resourceVersion', 'regarding.fieldPath'),
		...paths('reason', 'type', 'reportingController'),
	},
};

// These kinds answer an unknown field in the words of their own conversion function.
const ownWords = new Set(Object.keys(selectable));

const numeric = new Set(['status.replicas', 'status.successful']);
const flags = new Set(['spec.unschedulable', 'spec.hostNetwork']);

const textOf = (field: string, value: unknown): string =>
	value === undefined || value === null ? (flags.has(field) ? 'false' : numeric.has(field) ? '0' : '') : String(value);

/** Value of a selectable field of an object, as text; `undefined` when the kind cannot be selected by that field. */
export const fieldValue = (
	resource: Pick<Resource, 'group' | 'version' | 'kind' | 'custom'>,
	object: object,
	field: string,
): string | undefined => {
	const {metadata} = object as {metadata?: {name?: string; namespace?: string}};
	if (field === 'metadata.name') {
		return metadata?.name ?? '';
	}

	if (field === 'metadata.namespace') {
		return metadata?.namespace ?? '';
	}

	if (resource.custom) {
		const value = resource.custom.selectableFields.includes(`.${field}`)
			? at(...field.split('.'))(object as never)
			: undefined;
		return value === undefined || value === null ? '' : String(value as string);
	}

	const read = selectable[`${apiVersionOf(resource)} ${resource.kind}`]?.[field];
	return read && textOf(field, read(object as never));
};

/** Why a kind cannot be selected by a field, in upstream's words; `undefined` when it can. */
export const unsupportedField = (
	resource: Pick<Resource, 'group' | 'version' | 'kind' | 'namespaced' | 'custom'>,
	field: string,
): string | undefined => {
	if (resource.custom) {
		const isOwn = field === 'metadata.name' || (field === 'metadata.namespace' && resource.namespaced);
		return isOwn || resource.custom.selectableFields.includes(`.${field}`)
			? undefined
			: `field label not supported: ${field}`;
	}

	if (
		field === 'metadata.name' ||
		(field === 'metadata.namespace' &&
			(resource.namespaced || !ownWords.has(`${apiVersionOf(resource)} ${resource.kind}`)))
	) {
		return undefined;
	}

	const key = `${apiVersionOf(resource)} ${resource.kind}`;
	if (selectable[key] && Object.hasOwn(selectable[key], field)) {
		return undefined;
	}

	return ownWords.has(key)
		? `field label not supported: ${field}`
		: `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
};

const unescaped = (text: string): string => {
	let value = '';
	for (let index = 0; index < text.length; index++) {
		const character = text[index]!;
		if (character === '\\') {
			const next = text[++index];
			if (next !== '\\' && next !== ',' && next !== '=') {
				throw new Error(`invalid field selector: invalid escape sequence: \\${next ?? ''}`);
			}

			value += next;
		} else if (character === ',' || character === '=') {
			throw new Error(`invalid field selector: unescaped character in value: ${character}`);
		} else {
			value += character;
		}
	}

	return value;
};

/** Splits at commas that are not escaped. */
const terms = (text: string): string[] => {
	const parts: string[] = [];
	let start = 0;
	for (let index = 0; index < text.length; index++) {
		if (text[index] === '\\') {
			index++;
		} else if (text[index] === ',') {
			parts.push(text.slice(start, index));
			start = index + 1;
		}
	}

	parts.push(text.slice(start));
	return parts;
};

/**
Parses `spec.nodeName=node-a,status.phase!=Failed`.

@throws Error in upstream's words.
@mirrors k8s.io/apimachinery/pkg/fields ParseSelector
*/
export const parseFieldSelector = (text: string): FieldRequirement[] =>
	terms(text)
		.filter((term) => term !== '')
		.map((term) => {
			const match = /^([^=!]*?)(!=|==|=)(.*)$/s.exec(term);
			if (!match) {
				throw new Error(`invalid selector: '${text}'; can't understand '${term}'`);
			}

			return {field: match[1]!, operator: match[2] as FieldRequirement['operator'], value: unescaped(match[3]!)};
		});

/** Text of requirements, as a query parameter holds it. */
export const formatFieldSelector = (requirements: readonly FieldRequirement[]): string =>
	requirements
		.map(
			({field, operator, value}) =>
				`${field}${operator === '!=' ? '!=' : '='}${value.replaceAll(/[\\,=]/g, String.raw`\$&`)}`,
		)
		.join(',');

/** Whether an object meets all requirements; a field that its kind does not have is empty. */
export const matchesFields = (
	requirements: readonly FieldRequirement[],
	resource: Pick<Resource, 'group' | 'version' | 'kind' | 'custom'>,
	object: object,
): boolean =>
	requirements.every(
		({field, operator, value}) => ((fieldValue(resource, object, field) ?? '') === value) === (operator !== '!='),
	);
