import type {Pod, Toleration} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {isSuperset, mergeTolerations} from '../../objects/tolerations.js';
import {failure, RequestFailure} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import {objectOf, writes, type AdmissionPlugin} from './plugin.js';
import {equal} from '../../kernel/equality.js';

const defaults = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const whitelist = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';
const memoryPressure: Toleration = {
	effect: 'NoSchedule',
	key: 'node.kubernetes.io/memory-pressure',
	operator: 'Exists',
};

/** The default for namespaces without annotations. */
export interface PodTolerationConfiguration {
	readonly default?: readonly Toleration[];
	readonly whitelist?: readonly Toleration[];
}

/**
Adds the default tolerations of the namespace to its Pods, and lets them tolerate no more than its list allows.

@mirrors podtolerationrestriction.Plugin.Admit, podtolerationrestriction.Plugin.Validate
*/
export const podTolerationRestriction = (
	configuration: PodTolerationConfiguration = {},
): AdmissionPlugin<'PodTolerationRestriction'> => {
	const verify = (tolerations: readonly Toleration[], reader: Reader, namespace: string): void => {
		const allowed =
			tolerations.length === 0 ? [] : (annotated(reader, namespace, whitelist) ?? configuration.whitelist ?? []);
		if (
			allowed.length > 0 &&
			!tolerations.every((toleration) => allowed.some((entry) => isSuperset(entry, toleration)))
		) {
			throw new RequestFailure(
				failure(
					500,
					'',
					'pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
				),
			);
		}
	};

	return {
		name: 'PodTolerationRestriction',

		concerns: (attributes) => writes(attributes, 'pods'),

		admit(attributes, {reader}) {
			const {namespace, operation} = attributes;
			const pod = objectOf(attributes, 'v1 Pod');
			const own = pod.spec.tolerations ?? [];
			const defaulted =
				operation === 'CREATE'
					? mergeTolerations(own, annotated(reader, namespace, defaults) ?? configuration.default ?? [])
					: own;
			const merged = qosClass(pod) === 'BestEffort' ? defaulted : mergeTolerations(defaulted, [memoryPressure]);
			verify(merged, reader, namespace);
			if (merged.length === 0 || equal(merged, own)) {
				return {object: pod, found: {case: 'none', namespace}};
			}

			const changed: Pod = {...pod, spec: {...pod.spec, tolerations: merged}};
			return {object: changed, found: {case: 'added', keys: merged.map(({key}) => key ?? '')}};
		},

		validate(attributes, {reader}) {
			verify(objectOf(attributes, 'v1 Pod').spec.tolerations ?? [], reader, attributes.namespace);
			return {case: 'allowed'};
		},
	};
};

/** The list in the namespace's annotation; `undefined` if the annotation is missing. @mirrors podtolerationrestriction.extractNSTolerations */
const annotated = (reader: Reader, namespace: string, key: string): readonly Toleration[] | undefined => {
	const text = reader.get('namespaces', undefined, namespace)?.metadata.annotations?.[key];
	if (text === undefined || text === '') {
		return text === undefined ? undefined : [];
	}

	try {
		// Simplified: the entries of the list are not validated.
		return (JSON.parse(text) as readonly Toleration[] | null) ?? [];
	} catch {
		throw new RequestFailure(failure(500, '', goSyntaxError(text)));
	}
};

const literals = ['null', 'true', 'false'];

/** The error of Go's decoder for the first wrong character. */
const goSyntaxError = (text: string): string => {
	const trimmed = text.trimStart();
	const literal = literals.find((word) => trimmed.startsWith(word.charAt(0)));
	if (literal) {
		for (let index = 1; index < literal.length; index++) {
			if (trimmed[index] === undefined) {
				return 'unexpected end of JSON input';
			}

			if (trimmed[index] !== literal[index]) {
				return `invalid character '${trimmed[index]}' in literal ${literal} (expecting '${literal[index]}')`;
			}
		}
	}

	return trimmed === '' || /^[[{"]/.test(trimmed)
		? 'unexpected end of JSON input'
		: `invalid character '${trimmed[0]}' looking for beginning of value`;
};
