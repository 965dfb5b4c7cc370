import {nestedField} from '../objects/unstructured.js';
import {addQuantities, bytes} from '../objects/quantity.js';
import {containersIn, containerWith} from './container-fields.js';
import {inNamespace} from './look.js';
import type {Adviser, RefusalAdvice, Refused} from './refused.js';
import type {Candidate, FieldPath, FileChange} from './symptom.js';

/** `a=1,b=2` as pairs. */
const amounts = (text: string): ReadonlyArray<readonly [name: string, amount: string]> =>
	text.split(',').map((pair) => {
		const at = pair.indexOf('=');
		return [pair.slice(0, at), pair.slice(at + 1)] as const;
	});

/** A quota that leaves room for so many more: in the cluster, or in its file. */
const raisedQuota = (
	quota: string,
	requested: string,
	used: string,
	{namespace, more}: Refused,
): readonly Candidate[] => {
	const before = new Map(amounts(used));
	const hard = Object.fromEntries(
		amounts(requested).map(([name, amount]) => [
			name,
			Array.from({length: Math.min(1000, Math.max(1, more))}).reduce<string>(
				(sum) => addQuantities(sum, amount),
				before.get(name) ?? '0',
			),
		]),
	);
	const of = {kind: 'ResourceQuota', name: quota};
	return [
		{command: `kubectl patch resourcequota ${quota}${inNamespace(namespace)} -p '${JSON.stringify({spec: {hard}})}'`},
		{changes: Object.entries(hard).map(([name, value]) => ({field: ['spec', 'hard', name], change: {value}, of}))},
	];
};

/** Claims and Pods name their amounts in another way. */
const claimAmount = /(?:^|\/)requests\.storage$/;

/** The field of an object that a quota counts: the amount, the type, or for a number of objects the name. */
const countedField = (
	requested: string,
	limited: string,
	{object}: Refused,
): Pick<RefusalAdvice, 'field' | 'ofPod'> => {
	const most = new Map(amounts(limited));
	const asked = amounts(requested);
	if (nestedField(object, 'kind') === 'PersistentVolumeClaim' && asked.some(([name]) => claimAmount.test(name))) {
		return {field: ['spec', 'resources', 'requests', 'storage']};
	}

	if (asked.some(([name]) => name.startsWith('services.'))) {
		return {field: ['spec', 'type']};
	}

	// The request of a container that alone is more than the quota allows for all.
	for (const [name, amount] of asked) {
		const [, list = '', resource] = /^(limits|requests)\.(.+)$/.exec(name) ?? [];
		const limit = most.get(name);
		if (resource !== undefined && limit !== undefined && bytes(amount) > bytes(limit)) {
			const of = [list, resource];
			return {
				field: [
					...containerWith(object, (one) => nestedField(one, 'resources', ...of) !== undefined),
					'resources',
					...of,
				],
				ofPod: true,
			};
		}
	}

	return {field: ['metadata', 'name']};
};

const small: Readonly<Record<string, string>> = {cpu: '100m', memory: '128Mi', 'ephemeral-storage': '1Gi'};

/** A container by its name, as a path in the Pod and as it is written; an init container too. */
const containerNamed = (object: unknown, name: string): {readonly path: FieldPath; readonly written: unknown} => {
	for (const list of ['containers', 'initContainers']) {
		const containers = containersIn(object, list);
		const index = containers.findIndex((one) => nestedField(one, 'name') === name);
		if (index !== -1) {
			return {path: ['spec', list, index], written: containers[index]};
		}
	}

	return {path: ['spec', 'containers', 0], written: undefined};
};

/** Advice about containers without the requests or limits that a quota demands: `limits.memory for: main,sidecar; requests.cpu for: main`. A limit becomes the container's request. */
const mustSpecify = (what: string, {object}: Refused): RefusalAdvice => {
	const parts = what.split(';').map((part) => part.trim().split(' for: '));
	const names = parts.flatMap(([list = '']) => list.split(','));
	const changes = parts.flatMap(([list = '', containers = '']) =>
		containers.split(',').flatMap((container) => {
			const {path, written} = containerNamed(object, container);
			return list.split(',').map((name): FileChange => {
				const of = name.startsWith('limits.') ? 'limits' : 'requests';
				const resource = name.replace(/^(?:limits|requests)\./, '');
				const requested = nestedField(written, 'resources', 'requests', resource);
				const value = typeof requested === 'string' ? requested : (small[resource] ?? '1');
				return {field: [...path, 'resources', of, resource], change: {value}};
			});
		}),
	);
	return {
		field: changes[0]?.field.slice(0, -3) ?? [],
		ofPod: true,
		advice: [({cluster}) => cluster.mustSpecify(names)],
		candidates: [{changes}],
	};
};

/** Advice that satisfies a ResourceQuota or LimitRange, or raises the quota. */
export const quotaAdvisers: readonly Adviser[] = [
	[
		/exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: (.+?)$/,
		([, quota = '', requested = '', used = '', limited = ''], refused) => ({
			...countedField(requested, limited, refused),
			advice: [({cluster}) => cluster.quota(quota, limited, used, requested)],
			candidates: raisedQuota(quota, requested, used, refused),
		}),
	],
	[/failed quota: [^:]+: must specify (.+?)$/, ([, what = ''], refused) => mustSpecify(what, refused)],
	[
		/(maximum|minimum) (\S+) usage per (Container|Pod) is ([^,]+), but (limit|request) is ([^.\]]+)/,
		([, bound, resource = '', scope, allowed = '', what, asked], {object}) => {
			const list = `${what}s`;
			const resourcesField = [
				...containerWith(object, (container) => nestedField(container, 'resources', list, resource) !== undefined),
				'resources',
			];
			const field = [...resourcesField, list, resource];
			// Changing only one of the two could make the request exceed the limit.
			const both = ['requests', 'limits'].map((one) => ({
				field: [...resourcesField, one, resource],
				change: {value: allowed},
			}));
			return {
				field,
				ofPod: true,
				advice: [({cluster}) => cluster.limitRange(bound, resource, scope, allowed, asked)],
				candidates: scope === 'Container' ? [{field, change: {value: allowed}}, {changes: both}] : [],
			};
		},
	],
	[
		// From the beginning of a word: else the search of a long text without spaces takes quadratic time.
		/(?<!\S)(\S+) max limit to request ratio per Container is (\d{1,3}), but provided ratio/,
		([, resource = '', ratio = ''], {object}) => {
			const bothSet = (one: unknown) =>
				nestedField(one, 'resources', 'limits', resource) !== undefined &&
				nestedField(one, 'resources', 'requests', resource) !== undefined;
			const path = containerWith(object, bothSet);
			const field = [...path, 'resources', 'limits', resource];
			const request = nestedField(containersIn(object).find(bothSet), 'resources', 'requests', resource);
			const most =
				typeof request === 'string'
					? Array.from({length: Number(ratio)}).reduce<string>((sum) => addQuantities(sum, request), '0')
					: undefined;
			return {
				field,
				ofPod: true,
				advice: [],
				candidates: most === undefined ? [] : [{field, change: {value: most}}],
			};
		},
	],
	[
		/(maximum|minimum) storage usage per PersistentVolumeClaim is ([^,]+), but request is ([^.\]]+)/,
		([, bound, allowed = '', asked]) => {
			const field = ['spec', 'resources', 'requests', 'storage'];
			return {
				field,
				advice: [({cluster}) => cluster.limitRange(bound, 'storage', 'PersistentVolumeClaim', allowed, asked)],
				candidates: [{field, change: {value: allowed}}],
			};
		},
	],
];
