import {maySign} from './certificates.js';
import {isAbout, refuse, type AdmissionPlugin} from './plugin.js';

interface ClusterTrustBundle {
	readonly spec?: {readonly signerName?: string; readonly trustBundle?: string};
}

/** Saying what a signer is to be trusted with takes the right `attest` on the signer. @mirrors ctbattest.Plugin.Validate */
export const clusterTrustBundleAttest: AdmissionPlugin = {
	name: 'ClusterTrustBundleAttest',

	handles: (attributes) =>
		(attributes.operation === 'CREATE' || attributes.operation === 'UPDATE') &&
		isAbout(attributes, 'clustertrustbundles', 'certificates.k8s.io'),

	validate(attributes, context) {
		const bundle = attributes.object as unknown as ClusterTrustBundle;
		const old = attributes.oldObject as unknown as ClusterTrustBundle | undefined;
		const signer = bundle.spec?.signerName ?? '';
		if (signer === '') {
			return 'The bundle is bound to no signer.';
		}

		if (old && old.spec?.signerName === signer && old.spec.trustBundle === bundle.spec?.trustBundle) {
			return 'The bundle stays what it is.';
		}

		if (!maySign('attest', signer, attributes, context)) {
			throw refuse(attributes, `user not permitted to attest for signerName ${JSON.stringify(signer)}`);
		}

		return `The user may attest for the signer "${signer}".`;
	},
};
