import type {
	Container,
	LimitRange,
	LimitRangeItem,
	PersistentVolumeClaim,
	Pod,
} from '../../objects/kubernetes.generated.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {canonicalQuantity, compareQuantities, parseQuantity} from '../../objects/quantity.js';
import {aggregate} from '../request/failure.js';
import {creates, objectOf, refuse, writes, type AdmissionPlugin} from './plugin.js';

type Amounts = Readonly<Record<string, string>>;

const annotation = 'kubernetes.io/limit-ranger';

/**
Fills in the requests and limits that a LimitRange of the namespace has defaults for, and refuses values outside its bounds.

@see https://kubernetes.io/docs/concepts/policy/limit-range/
@mirrors limitranger.LimitRanger.Admit, limitranger.LimitRanger.Validate
*/
export const limitRanger: AdmissionPlugin<'LimitRanger'> = {
	name: 'LimitRanger',

	concerns: (request) =>
		creates(request, 'pods') ||
		writes(request, 'persistentvolumeclaims') ||
		(request.operation === 'UPDATE' &&
			request.subresource === 'resize' &&
			request.resource.plural === 'pods' &&
			request.resource.group === ''),

	handles: ({oldObject}) => oldObject?.metadata.deletionTimestamp === undefined,

	admit(attributes, {reader}) {
		const {resource, object, namespace} = attributes;
		if (resource.plural !== 'pods') {
			return {object, found: {case: 'no-defaults'}};
		}

		let pod = objectOf(attributes, 'v1 Pod');
		const ranges = reader.list('limitranges', namespace);
		if (ranges.length === 0) {
			return {object: pod, found: {case: 'no-range', namespace, mutating: true}};
		}

		const set: string[] = [];
		for (const range of ranges) {
			const filled = withDefaults(pod, range);
			pod = filled.pod;
			set.push(...filled.set);
		}

		return {object: pod, found: set.length === 0 ? {case: 'all-said', namespace} : {case: 'set', namespace, set}};
	},

	validate(attributes, {reader}) {
		const {namespace, name, resource} = attributes;
		const ranges = reader.list('limitranges', namespace);
		for (const range of ranges) {
			const problems =
				resource.plural === 'pods'
					? podProblems(objectOf(attributes, 'v1 Pod'), range)
					: claimProblems(objectOf(attributes, 'v1 PersistentVolumeClaim'), range);
			if (problems.length > 0) {
				throw refuse(attributes, aggregate(problems));
			}
		}

		return ranges.length === 0
			? {case: 'no-range', namespace, mutating: false}
			: {case: 'within', kind: resource.kind, name, ranges: ranges.map(({metadata}) => metadata.name)};
	},
};

/** The Pod with the defaults of the range, and the annotation's words about them. */
export const withDefaults = (pod: Pod, range: LimitRange): {readonly pod: Pod; readonly set: readonly string[]} => {
	const limits: Record<string, string> = {};
	const requests: Record<string, string> = {};
	for (const item of range.spec?.limits ?? []) {
		if (item.type === 'Container') {
			Object.assign(limits, item.default);
			Object.assign(requests, item.defaultRequest);
		}
	}

	const set: string[] = [];
	const fill = (container: Container, title: string): Container => {
		const missing = (kind: 'requests' | 'limits', defaults: Amounts): string[] => {
			const names = Object.keys(defaults).filter((name) => container.resources?.[kind]?.[name] === undefined);
			if (names.length > 0) {
				set.push(`${names.sort().join(', ')} ${kind.slice(0, -1)} for ${title} ${container.name}`);
			}

			return names;
		};
		const filled = (kind: 'requests' | 'limits', defaults: Amounts): Amounts | undefined => {
			const names = missing(kind, defaults);
			return names.length === 0
				? container.resources?.[kind]
				: {...container.resources?.[kind], ...Object.fromEntries(names.map((name) => [name, defaults[name] ?? '']))};
		};
		const before = set.length;
		const wantedRequests = filled('requests', requests);
		const wantedLimits = filled('limits', limits);
		return set.length === before
			? container
			: {
					...container,
					resources: {
						...container.resources,
						...(wantedLimits ? {limits: wantedLimits} : {}),
						...(wantedRequests ? {requests: wantedRequests} : {}),
					},
				};
	};

	const containers = (pod.spec.containers ?? []).map((container) => fill(container, 'container'));
	const initContainers = pod.spec.initContainers?.map((container) => fill(container, 'init container'));
	if (set.length === 0) {
		return {pod, set};
	}

	return {
		pod: {
			...pod,
			metadata: {
				...pod.metadata,
				annotations: {...pod.metadata.annotations, [annotation]: `LimitRanger plugin set: ${set.join('; ')}`},
			},
			spec: {...pod.spec, containers, ...(initContainers ? {initContainers} : {})},
		},
		set,
	};
};

/** Which values of the Pod are outside the range, in upstream's words. */
export const podProblems = (pod: Pod, range: LimitRange): string[] =>
	(range.spec?.limits ?? []).flatMap((item) => {
		if (item.type === 'Container') {
			return [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap(({resources}) =>
				problems(item, resources?.requests ?? {}, resources?.limits ?? {}),
			);
		}

		return item.type === 'Pod' ? problems(item, podRequestQuantities(pod), podLimitQuantities(pod)) : [];
	});

const claimProblems = (claim: PersistentVolumeClaim, range: LimitRange): string[] =>
	(range.spec?.limits ?? []).flatMap((item) => {
		const requests = claim.spec.resources?.requests ?? {};
		return item.type === 'PersistentVolumeClaim'
			? [
					...entries(item.min).flatMap(([name, bound]) => tooSmall(item.type, name, bound, requests, {})),
					...entries(item.max).flatMap(([name, bound]) => tooMuchAsked(item.type, name, bound, requests)),
				]
			: [];
	});

const problems = (item: LimitRangeItem, requests: Amounts, limits: Amounts): string[] => [
	...entries(item.min).flatMap(([name, bound]) => tooSmall(item.type, name, bound, requests, limits)),
	...entries(item.max).flatMap(([name, bound]) => tooLarge(item.type, name, bound, requests, limits)),
	...entries(item.maxLimitRequestRatio).flatMap(([name, bound]) =>
		tooFarApart(item.type, name, bound, requests, limits),
	),
];

const entries = (amounts: Amounts | undefined): Array<[string, string]> =>
	Object.entries(amounts ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));

const print = canonicalQuantity;

const tooSmall = (type: string, name: string, bound: string, requests: Amounts, limits: Amounts): string[] => {
	const [request, limit] = [requests[name], limits[name]];
	const text = `minimum ${name} usage per ${type} is ${print(bound)}`;
	if (request === undefined) {
		return [`${text}.  No request is specified`];
	}

	if (compareQuantities(request, bound) < 0) {
		return [`${text}, but request is ${print(request)}`];
	}

	return limit !== undefined && compareQuantities(limit, bound) < 0 ? [`${text}, but limit is ${print(limit)}`] : [];
};

const tooLarge = (type: string, name: string, bound: string, requests: Amounts, limits: Amounts): string[] => {
	const [request, limit] = [requests[name], limits[name]];
	const text = `maximum ${name} usage per ${type} is ${print(bound)}`;
	if (limit === undefined) {
		return [`${text}.  No limit is specified`];
	}

	if (compareQuantities(limit, bound) > 0) {
		return [`${text}, but limit is ${print(limit)}`];
	}

	return request !== undefined && compareQuantities(request, bound) > 0
		? [`${text}, but request is ${print(request)}`]
		: [];
};

const tooMuchAsked = (type: string, name: string, bound: string, requests: Amounts): string[] => {
	const request = requests[name];
	const text = `maximum ${name} usage per ${type} is ${print(bound)}`;
	if (request === undefined) {
		return [`${text}.  No request is specified`];
	}

	return compareQuantities(request, bound) > 0 ? [`${text}, but request is ${print(request)}`] : [];
};

const tooFarApart = (type: string, name: string, bound: string, requests: Amounts, limits: Amounts): string[] => {
	const request = requests[name] === undefined ? 0 : Number(parseQuantity(requests[name]));
	const limit = limits[name] === undefined ? 0 : Number(parseQuantity(limits[name]));
	const text = `${name} max limit to request ratio per ${type} is ${print(bound)}`;
	if (request === 0) {
		return [`${text}, but no request is specified or request is 0`];
	}

	if (limit === 0) {
		return [`${text}, but no limit is specified or limit is 0`];
	}

	return limit / request > Number(parseQuantity(bound)) / 1000
		? [`${text}, but provided ratio is ${(limit / request).toFixed(6)}`]
		: [];
};
