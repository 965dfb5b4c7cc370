import type {Pod, Toleration} from '../../objects/kubernetes.generated.js';
import {qosClass} from '../../objects/pod.js';
import {failure, RequestFailure} from '../failure.js';
import type {Reader} from '../reader.js';
import {creates, refuse, type AdmissionPlugin} from './plugin.js';

const defaults = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const whitelist = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';
const memoryPressure: Toleration = {
	effect: 'NoSchedule',
	key: 'node.kubernetes.io/memory-pressure',
	operator: 'Exists',
};

/** Adds the default tolerations of the namespace to its Pods, and lets them tolerate no more than its list allows. */
export const podTolerationRestriction: AdmissionPlugin = {
	name: 'PodTolerationRestriction',

	handles: (attributes) => creates(attributes, 'pods'),

	admit({object, namespace}, {reader}) {
		const pod = object as Pod;
		const own = pod.spec.tolerations ?? [];
		const wanted = [
			...(annotated(reader, namespace, defaults) ?? []),
			...(qosClass(pod) === 'BestEffort' ? [] : [memoryPressure]),
		].filter((toleration) => !own.some((present) => same(present, toleration)));
		return wanted.length === 0
			? {object: pod, text: `The namespace "${namespace}" adds no tolerations.`}
			: {
					object: {...pod, spec: {...pod.spec, tolerations: [...own, ...wanted]}} as Pod,
					text: `The Pod also tolerates ${wanted.map(({key}) => key).join(', ')}: defaults of the namespace, and memory pressure for a Pod that is not BestEffort.`,
				};
	},

	validate(attributes, {reader}) {
		const allowed = annotated(reader, attributes.namespace, whitelist);
		const own = (attributes.object as Pod).spec.tolerations ?? [];
		if (
			allowed &&
			allowed.length > 0 &&
			own.some((toleration) => !allowed.some((entry) => covers(entry, toleration)))
		) {
			throw refuse(
				attributes,
				`pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist`,
			);
		}

		return 'The namespace allows every toleration of the Pod.';
	},
};

const same = (a: Toleration, b: Toleration): boolean =>
	a.key === b.key && a.operator === b.operator && a.value === b.value && a.effect === b.effect;

const covers = (entry: Toleration, toleration: Toleration): boolean =>
	(!entry.key || entry.key === toleration.key) &&
	(!entry.effect || entry.effect === toleration.effect) &&
	(entry.operator === 'Exists' || (entry.value ?? '') === (toleration.value ?? ''));

const annotated = (reader: Reader, namespace: string, key: string): readonly Toleration[] | undefined => {
	const text = reader.get('namespaces', undefined, namespace)?.metadata.annotations?.[key];
	if (text === undefined || text === '') {
		return undefined;
	}

	try {
		return JSON.parse(text) as readonly Toleration[];
	} catch {
		throw new RequestFailure(failure(500, '', goSyntaxError(text)));
	}
};

const literals = ['null', 'true', 'false'];

/** What Go's decoder says of the first character that is wrong. */
const goSyntaxError = (text: string): string => {
	const trimmed = text.trimStart();
	const literal = literals.find((word) => trimmed.startsWith(word[0]!));
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
