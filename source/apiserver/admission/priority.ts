import {copyOf} from '../../objects/copy.js';
import type {Pod, PriorityClass} from '../../objects/kubernetes.generated.js';
import type {Reader} from '../storage/reader.js';
import {objectOf, oldObjectOf, refuse, writes, type AdmissionAttributes, type AdmissionPlugin} from './plugin.js';

const group = 'scheduling.k8s.io';

/**
Turns the name of a priority class into the number that the scheduler compares, and keeps the default class the only one.

@see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
@mirrors priority.Plugin.Admit, priority.Plugin.Validate
*/
export const priority: AdmissionPlugin<'Priority'> = {
	name: 'Priority',

	concerns: (request) => writes(request, 'pods') || writes(request, 'priorityclasses', group),

	handles: (attributes) =>
		attributes.operation === 'CREATE' || attributes.resource.plural !== 'pods' || forgetsPriority(attributes),

	admit(attributes, {reader}) {
		if (attributes.resource.plural !== 'pods') {
			return {object: attributes.object, found: {case: 'class-unchanged'}};
		}

		const pod = objectOf(attributes, 'v1 Pod');
		if (attributes.operation === 'UPDATE') {
			const {priority, preemptionPolicy} = oldObjectOf(attributes, 'v1 Pod').spec;
			const kept: Pod = {...pod, spec: {priority, preemptionPolicy, ...pod.spec}};
			return {object: kept, found: {case: 'kept', priority}};
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
		const changed: Pod = {...pod, spec};
		return {
			object: changed,
			found: found
				? {
						case: 'class',
						priorityClass: found.metadata.name,
						isDefault: named === '',
						priority: value,
						preemptionPolicy: policy,
					}
				: {case: 'no-class'},
		};
	},

	validate(attributes, {reader}) {
		if (attributes.resource.plural === 'pods') {
			return {case: 'is', priority: objectOf(attributes, 'v1 Pod').spec.priority ?? 0};
		}

		const wanted = objectOf(attributes, 'scheduling.k8s.io/v1 PriorityClass');
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

		return {case: wanted.globalDefault ? 'class-only-default' : 'class-no-default'};
	},
};

/** Whether a repeated manifest lacks the fields that admission has set. */
const forgetsPriority = (attributes: AdmissionAttributes): boolean => {
	const [before, after] = [oldObjectOf(attributes, 'v1 Pod').spec, objectOf(attributes, 'v1 Pod').spec];
	return (
		(after.priority === undefined && before.priority !== undefined) ||
		(after.preemptionPolicy === undefined && before.preemptionPolicy !== undefined)
	);
};

/** The default class; of several, the one with the lowest value. */
const globalDefault = (reader: Reader): PriorityClass | undefined => {
	let lowest: PriorityClass | undefined;
	for (const candidate of reader.list(`priorityclasses.${group}`)) {
		if (candidate.globalDefault && (!lowest || (candidate.value ?? 0) < (lowest.value ?? 0))) {
			lowest = candidate;
		}
	}

	return lowest;
};
