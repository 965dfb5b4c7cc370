import {describeKind} from '../kind.js';
import {forbidden, invalid} from '../../objects/field-error.js';
import type {Lease} from '../../objects/kubernetes.generated.js';
import {qualifiedNameErrors} from '../../objects/names.js';
import {checkNonNegative, checkSupported, refuseEach, type Errors} from '../validation/checks.js';
import {checkAnyMetadata, checkAnyMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/coordination/validation ValidateLeaseSpec */
export const checkLease = (errors: Errors, lease: Lease, old?: Lease): void => {
	if (old) {
		checkAnyMetadataUpdate(errors, lease.metadata, old.metadata);
	} else {
		checkAnyMetadata(errors, lease.metadata, true, nameRules.subdomain);
	}

	const {leaseDurationSeconds, leaseTransitions, strategy, preferredHolder} = lease.spec ?? {};
	if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
		errors.push(invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0'));
	}

	checkNonNegative(errors, 'spec.leaseTransitions', leaseTransitions);
	if (strategy !== undefined) {
		if (strategy.includes('/')) {
			refuseEach(errors, 'spec.strategy.strategy', strategy, qualifiedNameErrors(strategy));
		} else {
			checkSupported(errors, 'spec.strategy.strategy', strategy, ['OldestEmulationVersion']);
		}
	}

	if (preferredHolder && !strategy) {
		errors.push(forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined'));
	}
};

/** @see https://kubernetes.io/docs/concepts/architecture/leases/ */
export const lease = describeKind('coordination.k8s.io/v1 Lease', {
	validate: {create: checkLease, update: checkLease},
	prepare: {
		create(object) {
			// The feature gate CoordinatedLeaderElection is off by default in v1.36.
			if (object.spec) {
				const {strategy: _, preferredHolder: __, ...spec} = object.spec;
				object.spec = spec;
			}
		},
	},
	store: {createOnUpdate: true, needsVersion: true},
	table: {
		columns: [nameColumn, {name: 'Holder', cell: ({spec}) => spec?.holderIdentity ?? ''}, ageColumn],
	},
});
