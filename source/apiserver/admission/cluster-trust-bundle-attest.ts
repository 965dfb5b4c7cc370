import {nestedString} from '../../objects/unstructured.js';
import {maySign} from './certificates.js';
import {refuse, writes, type AdmissionPlugin} from './plugin.js';

/** Publishing trust anchors for a signer requires the right `attest` on the signer. @mirrors ctbattest.Plugin.Validate */
export const clusterTrustBundleAttest: AdmissionPlugin<'ClusterTrustBundleAttest'> = {
	name: 'ClusterTrustBundleAttest',

	concerns: (request) => writes(request, 'clustertrustbundles', 'certificates.k8s.io'),

	validate(attributes, context) {
		const {object, oldObject} = attributes;
		const signer = nestedString(object, 'spec', 'signerName') ?? '';
		if (signer === '') {
			return {case: 'no-signer'};
		}

		const isSame = (field: string) => nestedString(oldObject, 'spec', field) === nestedString(object, 'spec', field);
		if (isSame('signerName') && isSame('trustBundle')) {
			return {case: 'unchanged'};
		}

		if (!maySign('attest', signer, attributes, context)) {
			throw refuse(attributes, `user not permitted to attest for signerName ${JSON.stringify(signer)}`);
		}

		return {case: 'allowed', signer};
	},
};
