import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {forbidden} from '../../objects/field-error.js';
import type {PriorityClass} from '../../objects/kubernetes.generated.js';
import {checkImmutable, requireSupported, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

const system: Readonly<Record<string, number>> = {
	'system-node-critical': 2_000_001_000,
	'system-cluster-critical': 2_000_000_000,
};

/** Whether a class is one of the system's own, with the expected fields. @mirrors IsKnownSystemPriorityClass */
const systemError = ({metadata: {name}, value, globalDefault}: PriorityClass): string | undefined => {
	const expected = system[name];
	if (expected === undefined) {
		return `${name} is not a known system priority class`;
	}

	if (value !== expected) {
		return `value of ${name} PriorityClass must be ${expected}`;
	}

	return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
};

/** @mirrors k8s.io/kubernetes/pkg/apis/scheduling/validation ValidatePriorityClass */
export const checkPriorityClass = (errors: Errors, priorityClass: PriorityClass, old?: PriorityClass): void => {
	const {metadata, value, preemptionPolicy} = priorityClass;
	if (old) {
		checkMetadataUpdate(errors, metadata, old.metadata);
		if (value !== old.value) {
			errors.push(forbidden('value', 'may not be changed in an update.'));
		}

		checkImmutable(errors, 'preemptionPolicy', preemptionPolicy, old.preemptionPolicy);
		return;
	}

	checkMetadata(errors, metadata, false, nameRules.subdomain);
	if (metadata.name?.startsWith('system-')) {
		const error = systemError(priorityClass);
		if (error) {
			errors.push(
				forbidden(
					'metadata.name',
					`priority class names with 'system-' prefix are reserved for system use only. error: ${error}`,
				),
			);
		}
	} else if ((value ?? 0) > 1_000_000_000) {
		errors.push(forbidden('value', 'maximum allowed value of a user defined priority is 1000000000'));
	}

	if (preemptionPolicy !== undefined) {
		requireSupported(errors, 'preemptionPolicy', preemptionPolicy, ['PreemptLowerPriority', 'Never']);
	}
};

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/ */
export const priorityClass = describeKind('scheduling.k8s.io/v1 PriorityClass', {
	validate: {create: checkPriorityClass, update: checkPriorityClass},
	generation: 'stays',
	store: {
		refusesDelete: (name) =>
			Object.hasOwn(system, name) ? 'this is a system priority class and cannot be deleted' : undefined,
	},
	table: {
		columns: [
			nameColumn,
			{name: 'Value', type: 'integer', cell: ({value}) => value},
			{name: 'Global-Default', type: 'boolean', cell: ({globalDefault}) => globalDefault ?? false},
			ageColumn,
			{name: 'PreemptionPolicy', cell: ({preemptionPolicy}) => preemptionPolicy ?? ''},
		],
	},
	defaults: [
		defaultsOf('scheduling.v1.PriorityClass', (draft) => {
			draft.preemptionPolicy ??= 'PreemptLowerPriority';
		}),
	],
});
