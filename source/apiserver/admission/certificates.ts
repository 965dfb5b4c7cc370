import {requestedSubject} from '../../objects/certificate.js';
import type {CertificateSigningRequest} from '../../objects/kubernetes.generated.js';
import type {Attributes} from '../authorization/attributes.js';
import {
	creates,
	objectOf,
	oldObjectOf,
	refuse,
	type AdmissionAttributes,
	type AdmissionContext,
	type AdmissionPlugin,
} from './plugin.js';
import {equal} from '../../kernel/equality.js';

const group = 'certificates.k8s.io';
const plural = 'certificatesigningrequests';
const kind = 'certificates.k8s.io/v1 CertificateSigningRequest';

/** The signer of clients issues no certificate for `system:masters`, the group that passes every check. */
export const certificateSubjectRestriction: AdmissionPlugin<'CertificateSubjectRestriction'> = {
	name: 'CertificateSubjectRestriction',

	concerns: (request) => creates(request, plural, group),

	validate(attributes) {
		const {spec} = objectOf(attributes, kind);
		const signer = 'kubernetes.io/kube-apiserver-client';
		if (spec.signerName === signer && requestedSubject(spec.request).organizations.includes('system:masters')) {
			throw refuse(attributes, `use of ${signer} signer with system:masters group is not allowed`);
		}

		return {case: 'no-masters'};
	},
};

/** May the user do this with the signer itself, or with all signers of its domain? */
export const maySign = (
	verb: string,
	signer: string,
	{user}: AdmissionAttributes,
	{authorize}: AdmissionContext,
): boolean =>
	[signer, `${signer.split('/')[0]}/*`].some((name) => {
		const question: Attributes = {
			user,
			verb,
			group,
			version: '*',
			resource: 'signers',
			subresource: '',
			namespace: '',
			name,
			path: '',
			isResourceRequest: true,
		};
		return authorize(question).allowed;
	});

/** Approving a request requires the right `approve` on its signer, in addition to the right to write the approval. */
export const certificateApproval: AdmissionPlugin<'CertificateApproval'> = {
	name: 'CertificateApproval',

	concerns: ({operation, resource, subresource}) =>
		operation === 'UPDATE' && resource.plural === plural && resource.group === group && subresource === 'approval',

	validate(attributes, context) {
		const signer = oldObjectOf(attributes, kind).spec.signerName;
		if (!maySign('approve', signer, attributes, context)) {
			throw refuse(attributes, `user not permitted to approve requests with signerName "${signer}"`);
		}

		return {signer};
	},
};

/** The fields that only a signer writes: the certificate, or that no certificate will be issued. */
const isSigned = ({status}: CertificateSigningRequest, {status: old}: CertificateSigningRequest): boolean =>
	status?.certificate !== old?.certificate || !equal(status?.conditions ?? [], old?.conditions ?? []);

/** Putting a certificate into a request requires the right `sign` on its signer. @mirrors signing.Plugin.Validate */
export const certificateSigning: AdmissionPlugin<'CertificateSigning'> = {
	name: 'CertificateSigning',

	concerns: ({operation, resource, subresource}) =>
		operation === 'UPDATE' && resource.plural === plural && resource.group === group && subresource === 'status',

	handles: (attributes) => isSigned(objectOf(attributes, kind), oldObjectOf(attributes, kind)),

	validate(attributes, context) {
		const signer = oldObjectOf(attributes, kind).spec.signerName;
		if (!maySign('sign', signer, attributes, context)) {
			throw refuse(attributes, `user not permitted to sign requests with signerName "${signer}"`);
		}

		return {signer};
	},
};
