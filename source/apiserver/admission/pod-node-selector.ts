import type {Pod} from '../../objects/kubernetes.generated.js';
import {labelValueErrors, qualifiedNameErrors} from '../../objects/names.js';
import {failure, forbidden, RequestFailure} from '../request/failure.js';
import type {Reader} from '../storage/reader.js';
import {creates, objectOf, type AdmissionPlugin} from './plugin.js';

const annotation = 'scheduler.alpha.kubernetes.io/node-selector';

/** Selectors by namespace: which labels its Pods may select at all; and the default for namespaces without a selector. */
export interface PodNodeSelectorConfiguration {
	readonly clusterDefaultNodeSelector?: string;
	readonly [namespace: string]: string | undefined;
}

type Labels = Readonly<Record<string, string>>;

/**
Sends the Pods of a namespace to the nodes that its annotation selects.

@mirrors podnodeselector.Plugin.Admit, podnodeselector.Plugin.Validate
*/
export const podNodeSelector = (
	configuration: PodNodeSelectorConfiguration = {},
): AdmissionPlugin<'PodNodeSelector'> => {
	const selectorOf = (reader: Reader, namespace: string): Labels =>
		readSelector(
			reader.get('namespaces', undefined, namespace)?.metadata.annotations?.[annotation] ??
				configuration.clusterDefaultNodeSelector ??
				'',
		);
	const verify = (pod: Pod, selector: Labels, namespace: string): void => {
		const own = pod.spec.nodeSelector ?? {};
		if (Object.entries(selector).some(([key, value]) => own[key] !== undefined && own[key] !== value)) {
			throw refused(pod, 'pod node label selector conflicts with its namespace node label selector');
		}

		const listed = Object.hasOwn(configuration, namespace) ? configuration[namespace] : undefined;
		const allowed = readSelector(listed ?? '');
		if (
			Object.keys(allowed).length > 0 &&
			Object.entries({...own, ...selector}).some(([key, value]) => allowed[key] !== value)
		) {
			throw refused(pod, 'pod node label selector labels conflict with its namespace whitelist');
		}
	};

	return {
		name: 'PodNodeSelector',

		concerns: (attributes) => creates(attributes, 'pods'),

		admit(attributes, {reader}) {
			const {namespace} = attributes;
			const pod = objectOf(attributes, 'v1 Pod');
			const selector = selectorOf(reader, namespace);
			verify(pod, selector, namespace);
			if (Object.keys(selector).length === 0) {
				return {object: pod, found: {case: 'none', namespace}};
			}

			const changed: Pod = {...pod, spec: {...pod.spec, nodeSelector: {...pod.spec.nodeSelector, ...selector}}};
			return {object: changed, found: {case: 'added', namespace, selector}};
		},

		validate(attributes, {reader}) {
			const {namespace} = attributes;
			verify(objectOf(attributes, 'v1 Pod'), selectorOf(reader, namespace), namespace);
			return {case: 'agrees'};
		},
	};
};

/** Upstream puts the Pod's name here; it is empty while the name is not generated. */
const refused = ({metadata}: Pod, why: string): RequestFailure =>
	new RequestFailure(forbidden({group: '', plural: 'pods'}, metadata.name ?? '', why));

/** The mistake in one requirement of a selector, split at its `=`, in words; `undefined` if there is none. */
const requirementProblem = (sides: readonly string[]): string | undefined => {
	if (sides.length !== 2) {
		return `invalid selector: [${sides.join(' ')}]`;
	}

	const [key = '', value = ''] = sides.map((side) => side.trim());
	const wrong = qualifiedNameErrors(key);
	if (wrong.length > 0) {
		return `<nil>: Invalid value: ${JSON.stringify(key)}: ${wrong.join('; ')}`;
	}

	const wrongValue = labelValueErrors(value);
	return wrongValue.length > 0
		? `[${key}]: Invalid value: ${JSON.stringify(value)}: ${wrongValue.join('; ')}`
		: undefined;
};

/** `a=b,c=d`; equality only. */
const readSelector = (text: string): Labels => {
	return text === ''
		? {}
		: Object.fromEntries(
				text.split(',').map((part) => {
					const sides = part.split('=');
					const problem = requirementProblem(sides);
					if (problem !== undefined) {
						throw new RequestFailure(failure(500, '', problem));
					}

					const [key = '', value = ''] = sides.map((side) => side.trim());

					return [key, value];
				}),
			);
};
