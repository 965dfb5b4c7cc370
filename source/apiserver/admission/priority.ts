import {copyOf} from '../../objects/copy.js';
import type {Pod, PriorityClass} from '../../objects/kubernetes.generated.js';
import type {Reader} from '../storage/reader.js';
import {creates, isAbout, refuse, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

const group = 'scheduling.k8s.io';

/**
Turns the name of a priority class into the number that the scheduler compares, and keeps the default class the only one.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
@mirrors priority.Plugin.Admit, priority.Plugin.Validate
*/
export const priority: AdmissionPlugin = {
	name: 'Priority',

	handles: (attributes) =>
		creates(attributes, 'pods') ||
		(attributes.operation === 'UPDATE' && isAbout(attributes, 'pods') && forgetsPriority(attributes)) ||
		(isAbout(attributes, 'priorityclasses', group) &&
			(attributes.operation === 'CREATE' || attributes.operation === 'UPDATE')),

	admit(attributes, {reader}) {
		if (attributes.resource.plural !== 'pods') {
			return {object: attributes.object!, text: `Priority classes are not changed on their way in.`};
		}

		const pod = attributes.object as Pod;
		if (attributes.operation === 'UPDATE') {
			const {priority, preemptionPolicy} = (attributes.oldObject as Pod).spec;
			return {
				object: {...pod, spec: {priority, preemptionPolicy, ...pod.spec}} as Pod,
				text: `The Pod keeps the priority it was created with, ${priority}.`,
			};
		}

		const named = pod.spec.priorityClassName ?? '';
		const found = named === '' ? globalDefault(reader) : reader.get(`priorityclasses.${group}`, undefined, named);
		if (named !== '' && !found) {
			throw refuse(attributes, `no PriorityClass with name ${named} was found`);
		}

		const value = found?.value ?? 0;
		const policy = found?.preemptionPolicy ?? 'PreemptLowerPriority';
		if (pod.spec.priority !== undefined && pod.spec.priority !== value) {
			throw refuse(
				attributes,
				`the integer value of priority (${pod.spec.priority}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`,
			);
		}

		if (pod.spec.preemptionPolicy !== undefined && pod.spec.preemptionPolicy !== policy) {
			throw refuse(
				attributes,
				`the string value of PreemptionPolicy (${pod.spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`,
			);
		}

		const spec = copyOf(pod.spec);
		if (found) {
			spec.priorityClassName = found.metadata.name;
		}

		spec.priority = value;
		spec.preemptionPolicy = policy;
		return {
			object: {...pod, spec},
			text: found
				? `The priority class "${found.metadata.name}"${named === '' ? ', the default of the cluster,' : ''} gives the Pod the priority ${value} and the preemption policy ${policy}.`
				: `The Pod names no priority class and the cluster has no default one, so its priority is 0 and it preempts lower ones.`,
		};
	},

	validate(attributes, {reader}) {
		if (attributes.resource.plural === 'pods') {
			return `The Pod's priority is ${(attributes.object as Pod).spec.priority ?? 0}.`;
		}

		const wanted = attributes.object as PriorityClass;
		const other = wanted.globalDefault
			? reader
					.list(`priorityclasses.${group}`)
					.find(
						(candidate) =>
							candidate.globalDefault &&
							(attributes.operation === 'CREATE' || candidate.metadata.name !== attributes.name),
					)
			: undefined;
		if (other) {
			throw refuse(
				attributes,
				`PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`,
			);
		}

		return wanted.globalDefault
			? 'It becomes the only default class of the cluster.'
			: 'It is no default class, so no other is in its way.';
	},
};

/** A manifest that is sent again says nothing of what admission has set. */
const forgetsPriority = ({object, oldObject}: AdmissionAttributes): boolean => {
	const [before, after] = [(oldObject as Pod).spec, (object as Pod).spec];
	return (
		(after.priority === undefined && before.priority !== undefined) ||
		(after.preemptionPolicy === undefined && before.preemptionPolicy !== undefined)
	);
};

/** The default class; should there be several, the one with the lowest value. */
const globalDefault = (reader: Reader): PriorityClass | undefined => {
	let lowest: PriorityClass | undefined;
	for (const candidate of reader.list(`priorityclasses.${group}`)) {
		if (candidate.globalDefault && (!lowest || (candidate.value ?? 0) < (lowest.value ?? 0))) {
			lowest = candidate;
		}
	}

	return lowest;
};
