import type {Pod, RuntimeClass} from '../../objects/kubernetes.generated.js';
import {compareQuantities} from '../../objects/quantity.js';
import {mergeTolerations} from '../../objects/tolerations.js';
import {creates, refuse, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

type Overhead = Readonly<Record<string, string>>;

/**
Copies what a runtime class costs and where it runs into the Pod that names it.

@see https://kubernetes.io/docs/concepts/containers/runtime-class/
@mirrors runtimeclass.RuntimeClass.Admit
*/
export const runtimeClass: AdmissionPlugin = {
	name: 'RuntimeClass',

	handles: (attributes) =>
		creates(attributes, 'pods') &&
		((attributes.object as Pod).spec.runtimeClassName !== undefined ||
			(attributes.object as Pod).spec.overhead !== undefined),

	admit(attributes, {reader}) {
		const pod = attributes.object as Pod;
		const found = classOf(attributes, pod, (name) => reader.get('runtimeclasses.node.k8s.io', undefined, name));
		if (!found) {
			return {object: pod, text: 'The Pod names no runtime class; its overhead is left for the check.'};
		}

		const overhead = found.overhead?.podFixed as Overhead | undefined;
		if (overhead && pod.spec.overhead && !sameAmounts(pod.spec.overhead as Overhead, overhead)) {
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
		return {
			object: {...pod, spec} as Pod,
			text: `The runtime class "${found.metadata.name}" (handler ${found.handler}) adds ${overhead ? `an overhead of ${print(overhead)}` : 'no overhead'} and ${
				nodeSelector || tolerations ? 'says on which nodes its Pods run' : 'runs on every node'
			}.`,
		};
	},

	validate(attributes, {reader}) {
		const pod = attributes.object as Pod;
		const found = classOf(attributes, pod, (name) => reader.get('runtimeclasses.node.k8s.io', undefined, name));
		const wanted = found?.overhead?.podFixed as Overhead | undefined;
		const own = pod.spec.overhead as Overhead | undefined;
		if (wanted && !sameAmounts(own ?? {}, wanted)) {
			throw refuse(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
		}

		if (!wanted && own && Object.keys(own).length > 0) {
			throw refuse(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
		}

		return wanted
			? `The Pod's overhead is that of its runtime class, ${print(wanted)}.`
			: 'The Pod claims no overhead.';
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
	const names = Object.keys(a);
	return (
		names.length === Object.keys(b).length &&
		names.every((name) => b[name] !== undefined && compareQuantities(a[name]!, b[name]) === 0)
	);
};

const print = (overhead: Overhead): string =>
	Object.entries(overhead)
		.map(([name, amount]) => `${name} ${amount}`)
		.join(', ');
