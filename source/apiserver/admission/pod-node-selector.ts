import type {Pod} from '../../objects/kubernetes.generated.js';
import {failure, RequestFailure} from '../failure.js';
import type {Reader} from '../reader.js';
import {creates, refuse, type AdmissionPlugin} from './plugin.js';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';

/** Sends the Pods of a namespace to the nodes that its annotation selects. */
export const podNodeSelector: AdmissionPlugin = {
	name: 'PodNodeSelector',

	handles: (attributes) => creates(attributes, 'pods'),

	admit(attributes, {reader}) {
		const pod = attributes.object as Pod;
		const selector = selectorOf(reader, attributes.namespace);
		const own = pod.spec.nodeSelector ?? {};
		if (Object.entries(selector).some(([key, value]) => own[key] !== undefined && own[key] !== value)) {
			throw refuse(attributes, 'pod node label selector conflicts with its namespace node label selector');
		}

		return Object.keys(selector).length === 0
			? {object: pod, text: `The namespace "${attributes.namespace}" selects no nodes for its Pods.`}
			: {
					object: {...pod, spec: {...pod.spec, nodeSelector: {...own, ...selector}}} as Pod,
					text: `The namespace "${attributes.namespace}" sends its Pods to nodes with ${Object.entries(selector)
						.map(([key, value]) => `${key}=${value}`)
						.join(', ')}.`,
				};
	},

	validate(attributes, {reader}) {
		const own = (attributes.object as Pod).spec.nodeSelector ?? {};
		if (Object.entries(selectorOf(reader, attributes.namespace)).some(([key, value]) => own[key] !== value)) {
			throw refuse(attributes, 'pod node label selector conflicts with its namespace node label selector');
		}

		return 'The node selector agrees with that of the namespace.';
	},
};

/** `a=b,c=d` of the namespace's annotation; equality only. */
const selectorOf = (reader: Reader, namespace: string): Readonly<Record<string, string>> => {
	const text = reader.get('namespaces', undefined, namespace)?.metadata.annotations?.[annotation] ?? '';
	if (text.trim() === '') {
		return {};
	}

	return Object.fromEntries(
		text.split(',').map((part) => {
			const [key, value, ...rest] = part.split('=').map((side) => side.trim());
			if (!key || value === undefined || rest.length > 0) {
				throw new RequestFailure(failure(500, '', `invalid selector: [${part}]`));
			}

			return [key, value];
		}),
	);
};
