import {defaultsOf} from '../defaults/type-defaults.js';
import {describeKind} from '../kind.js';
import {forbidden, invalid, notSupported, required} from '../../objects/field-error.js';
import type {
	LimitResponse,
	PriorityLevelConfiguration,
	QueuingConfiguration,
} from '../../objects/kubernetes.generated.js';
import {checkSupported, type Errors} from '../validation/checks.js';
import {checkMetadata, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

// Simplified: that the built-in levels keep their fixed specs is not checked.

/** @mirrors k8s.io/kubernetes/pkg/apis/flowcontrol/validation ValidatePriorityLevelConfiguration */
export const checkPriorityLevel = (
	errors: Errors,
	level: PriorityLevelConfiguration,
	_old?: PriorityLevelConfiguration,
	subresource = '',
): void => {
	if (subresource === 'status') {
		return;
	}

	checkMetadata(errors, level.metadata, false, nameRules.subdomain);
	const {type = '', limited, exempt} = level.spec ?? {};
	if ((level.metadata.name === 'exempt') !== (type === 'Exempt')) {
		errors.push(invalid('spec.type', type, "type must be 'Exempt' if and only if name is 'exempt'"));
	}

	switch (type) {
		case 'Exempt': {
			if (limited) {
				errors.push(forbidden('spec.limited', 'must be nil if the type is not Limited'));
			}

			if (exempt) {
				checkShares(errors, 'spec.exempt', exempt);
			}

			break;
		}

		case 'Limited': {
			if (exempt) {
				errors.push(forbidden('spec.exempt', 'must be nil if the type is Limited'));
			}

			if (!limited) {
				errors.push(required('spec.limited', 'must not be empty when type is Limited'));
				break;
			}

			checkShares(errors, 'spec.limited', limited, () => {
				checkResponse(errors, 'spec.limited.limitResponse', limited.limitResponse);
			});
			const borrowed = limited.borrowingLimitPercent;
			if (borrowed !== undefined && borrowed < 0) {
				const detail = 'if specified, must be a non-negative integer';
				errors.push(invalid('spec.limited.borrowingLimitPercent', borrowed, detail));
			}

			break;
		}

		default: {
			errors.push(notSupported('spec.type', type, ['Exempt', 'Limited']));
		}
	}
};

const checkShares = (
	errors: Errors,
	path: string,
	{
		nominalConcurrencyShares: shares,
		lendablePercent: lendable,
	}: {
		readonly nominalConcurrencyShares?: number;
		readonly lendablePercent?: number;
	},
	between?: () => void,
): void => {
	if (shares !== undefined && shares < 0) {
		errors.push(invalid(`${path}.nominalConcurrencyShares`, shares, 'must be a non-negative integer'));
	}

	between?.();
	if (lendable !== undefined && (lendable < 0 || lendable > 100)) {
		errors.push(invalid(`${path}.lendablePercent`, lendable, 'must be between 0 and 100, inclusive'));
	}
};

const checkResponse = (errors: Errors, path: string, response: LimitResponse | undefined): void => {
	const {type = '', queuing} = response ?? {};
	if (type === 'Reject') {
		if (queuing) {
			errors.push(forbidden(`${path}.queuing`, 'must be nil if limited.limitResponse.type is not Limited'));
		}
	} else if (type === 'Queue') {
		if (queuing) {
			checkQueuing(errors, `${path}.queuing`, queuing);
		} else {
			errors.push(required(`${path}.queuing`, 'must not be empty if limited.limitResponse.type is Limited'));
		}
	} else {
		checkSupported(errors, `${path}.type`, type, ['Queue', 'Reject']);
	}
};

const mostQueues = 10_000_000;

/** The number of bits in the hash that assigns queues to a flow. */
const hashBits = 60;

const checkQueuing = (
	errors: Errors,
	path: string,
	{queueLengthLimit = 0, queues = 0, handSize = 0}: QueuingConfiguration,
): void => {
	if (queueLengthLimit <= 0) {
		errors.push(invalid(`${path}.queueLengthLimit`, queueLengthLimit, 'must be positive'));
	}

	if (queues <= 0) {
		errors.push(invalid(`${path}.queues`, queues, 'must be positive'));
	} else if (queues > mostQueues) {
		errors.push(invalid(`${path}.queues`, queues, `must not be greater than ${mostQueues}`));
	}

	if (handSize <= 0) {
		errors.push(invalid(`${path}.handSize`, handSize, 'must be positive'));
	} else if (handSize > queues) {
		errors.push(invalid(`${path}.handSize`, handSize, `should not be greater than queues (${queues})`));
	} else if (Math.ceil(Math.log2(queues) * handSize) > hashBits) {
		const detail = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${hashBits}`;
		errors.push(invalid(`${path}.handSize`, handSize, detail));
	}
};

const queuing = ({spec}: PriorityLevelConfiguration) => spec?.limited?.limitResponse?.queuing;

/** @see https://kubernetes.io/docs/concepts/cluster-administration/flow-control/ */
export const priorityLevelConfiguration = describeKind('flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration', {
	validate: {create: checkPriorityLevel, update: checkPriorityLevel},
	generation: 'counts changes',
	statusEndpoint: {keeps: 'all', resets: ['spec', 'metadata']},
	table: {
		columns: [
			nameColumn,
			{name: 'Type', cell: ({spec}) => spec?.type ?? ''},
			{
				name: 'NominalConcurrencyShares',
				cell: ({spec}) => (spec?.limited ? (spec.limited.nominalConcurrencyShares ?? 0) : '<none>'),
			},
			{name: 'Queues', cell: (level) => queuing(level)?.queues ?? '<none>'},
			{name: 'HandSize', cell: (level) => queuing(level)?.handSize ?? '<none>'},
			{name: 'QueueLengthLimit', cell: (level) => queuing(level)?.queueLengthLimit ?? '<none>'},
			ageColumn,
		],
	},
	defaults: [
		defaultsOf('flowcontrol.v1.ExemptPriorityLevelConfiguration', (draft) => {
			draft.nominalConcurrencyShares ??= 0;
			draft.lendablePercent ??= 0;
		}),
		defaultsOf('flowcontrol.v1.LimitedPriorityLevelConfiguration', (draft) => {
			draft.nominalConcurrencyShares ??= 30;
			draft.lendablePercent ??= 0;
		}),
		defaultsOf('flowcontrol.v1.QueuingConfiguration', (draft) => {
			draft.handSize ||= 8;
			draft.queues ||= 64;
			draft.queueLengthLimit ||= 50;
		}),
	],
});
