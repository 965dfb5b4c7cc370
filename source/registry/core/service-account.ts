import {describeKind} from '../kind.js';
import type {ServiceAccount} from '../../objects/kubernetes.generated.js';
import type {Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {ageColumn, nameColumn} from '../table/columns.js';

export const checkServiceAccount = (errors: Errors, account: ServiceAccount, old?: ServiceAccount): void => {
	if (old) {
		checkMetadataUpdate(errors, account.metadata, old.metadata);
	}

	checkMetadata(errors, account.metadata, true, nameRules.subdomain);
};

const mountableSecrets = 'kubernetes.io/enforce-mountable-secrets';

/** @see https://kubernetes.io/docs/concepts/security/service-accounts/ */
export const serviceAccount = describeKind('v1 ServiceAccount', {
	validate: {create: checkServiceAccount, update: checkServiceAccount},
	prepare: {
		create(account) {
			// Only the name of a reference to a Secret is kept.
			account.secrets &&= account.secrets.map(({name}) => (name ? {name} : {}));
		},
	},
	warnings: ({metadata}, old) =>
		metadata.annotations?.[mountableSecrets] !== undefined &&
		old?.metadata.annotations?.[mountableSecrets] === undefined
			? [
					`metadata.annotations[${mountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
				]
			: [],
	store: {returnsDeleted: true, needsVersion: true},
	table: {columns: [nameColumn, ageColumn]},
});
