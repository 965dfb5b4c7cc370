import type {Pod} from '../../objects/kubernetes.generated.js';
import {labelValueErrors, qualifiedNameErrors} from '../../objects/names.js';
import {failure, forbidden, RequestFailure} from '../failure.js';
import type {Reader} from '../reader.js';
import {creates, type AdmissionPlugin} from './plugin.js';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';

/** Sends the Pods of a namespace to the nodes that its annotation selects. */
export const podNodeSelector: AdmissionPlugin = {
	name: 'PodNodeSelector',

	handles: (attributes) => creates(attributes, 'pods'),

	admit(attributes, {reader}) {
		const pod = attributes.object as Pod;
		const selector = selectorOf(reader, attributes.namespace);
		const own = pod.spec.nodeSelector ?? {};
		verify(pod, selector);

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
		verify(attributes.object as Pod, selectorOf(reader, attributes.namespace));
		return 'The node selector agrees with that of the namespace.';
	},
};

const verify = ({metadata, spec}: Pod, selector: Readonly<Record<string, string>>): void => {
	const own = spec.nodeSelector ?? {};
	if (Object.entries(selector).some(([key, value]) => own[key] !== undefined && own[key] !== value)) {
		// Upstream names the Pod itself here: one whose name is still to be generated has none.
		throw new RequestFailure(
			forbidden(
				{group: '', plural: 'pods'},
				metadata.name ?? '',
				'pod node label selector conflicts with its namespace node label selector',
			),
		);
	}
};

/** `a=b,c=d` of the namespace's annotation; equality only. */
const selectorOf = (reader: Reader, namespace: string): Readonly<Record<string, string>> => {
	const text = reader.get('namespaces', undefined, namespace)?.metadata.annotations?.[annotation] ?? '';
	return text === ''
		? {}
		: Object.fromEntries(
				text.split(',').map((part) => {
					const sides = part.split('=');
					const [key, value] = sides.map((side) => side.trim()) as [string, string];
					const wrong = sides.length === 2 ? qualifiedNameErrors(key) : [];
					const wrongValue = sides.length === 2 ? labelValueErrors(value) : [];
					const problem =
						sides.length === 2
							? wrong.length > 0
								? `<nil>: Invalid value: ${JSON.stringify(key)}: ${wrong.join('; ')}`
								: wrongValue.length > 0
									? `[${key}]: Invalid value: ${JSON.stringify(value)}: ${wrongValue.join('; ')}`
									: undefined
							: `invalid selector: [${sides.join(' ')}]`;
					if (problem !== undefined) {
						throw new RequestFailure(failure(500, '', problem));
					}

					return [key, value];
				}),
			);
};
