import type {Pod, RuntimeClass} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';
import {mergeTolerations} from '../../objects/tolerations.js';
import {creates, objectOf, refuse, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

type Overhead = Readonly<Record<string, string>>;

/**
Copies the overhead and the scheduling of a runtime class into the Pod that names it.

@see https://kubernetes.io/docs/concepts/containers/runtime-class/
@mirrors runtimeclass.RuntimeClass.Admit
*/
export const runtimeClass: AdmissionPlugin<'RuntimeClass'> = {
	name: 'RuntimeClass',

	concerns: (request) => creates(request, 'pods'),

	handles(attributes) {
		const {runtimeClassName, overhead} = objectOf(attributes, 'v1 Pod').spec;
		return runtimeClassName !== undefined || overhead !== undefined;
	},

	admit(attributes, {reader}) {
		const pod = objectOf(attributes, 'v1 Pod');
		const found = classOf(attributes, pod, (name) => reader.get('runtimeclasses.node.k8s.io', undefined, name));
		if (!found) {
			return {object: pod, found: {case: 'no-class'}};
		}

		const overhead = found.overhead?.podFixed;
		if (overhead && pod.spec.overhead && !sameAmounts(pod.spec.overhead, overhead)) {
			throw refuse(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
		}

		const {nodeSelector, tolerations} = found.scheduling ?? {};
		for (const [key, value] of Object.entries(nodeSelector ?? {})) {
			const own = pod.spec.nodeSelector?.[key];
			if (own !== undefined && own !== value) {
				throw refuse(
					attributes,
					`conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`,
				);
			}
		}

		const spec = {
			...pod.spec,
			...(overhead ? {overhead} : {}),
			...(nodeSelector ? {nodeSelector: {...pod.spec.nodeSelector, ...nodeSelector}} : {}),
			...(tolerations ? {tolerations: mergeTolerations(pod.spec.tolerations ?? [], tolerations)} : {}),
		};
		const changed: Pod = {...pod, spec};
		return {
			object: changed,
			found: {
				case: 'class',
				runtimeClass: found.metadata.name,
				handler: found.handler,
				overhead,
				choosesNodes: Boolean(nodeSelector ?? tolerations),
			},
		};
	},

	validate(attributes, {reader}) {
		const pod = objectOf(attributes, 'v1 Pod');
		const found = classOf(attributes, pod, (name) => reader.get('runtimeclasses.node.k8s.io', undefined, name));
		const wanted = found?.overhead?.podFixed;
		const own = pod.spec.overhead;
		if (wanted && !sameAmounts(own ?? {}, wanted)) {
			throw refuse(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
		}

		if (!wanted && own && Object.keys(own).length > 0) {
			throw refuse(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
		}

		return wanted ? {case: 'overhead', overhead: wanted} : {case: 'no-overhead'};
	},
};

const classOf = (
	attributes: AdmissionAttributes,
	pod: Pod,
	find: (name: string) => RuntimeClass | undefined,
): RuntimeClass | undefined => {
	const name = pod.spec.runtimeClassName;
	if (!name) {
		return undefined;
	}

	const found = find(name);
	if (!found) {
		throw refuse(attributes, `pod rejected: RuntimeClass "${name}" not found`);
	}

	return found;
};

const sameAmounts = (a: Overhead, b: Overhead): boolean => {
	const amounts = Object.entries(a);
	return (
		amounts.length === Object.keys(b).length &&
		amounts.every(([name, amount]) => b[name] !== undefined && compareQuantities(amount, b[name]) === 0)
	);
};
