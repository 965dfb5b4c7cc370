import {signerAddress, type Outward, type SigningRequest} from '../client/outward.js';
import type {Signer} from '../controllers/certificate-signing.js';

const timeoutMs = 10_000;

/** The authority of the server that real clients reach signs: they can connect with the certificate. */
export const outsideSigner =
	(outward: Outward): Signer =>
	({request, usages = [], expirationSeconds}) => {
		const asked: SigningRequest = {request, usages, ...(expirationSeconds === undefined ? {} : {expirationSeconds})};
		const answer = outward.send({method: 'POST', url: signerAddress, body: JSON.stringify(asked), timeoutMs});
		return function* () {
			const head = yield* answer();
			return 'text' in head ? head.text : undefined;
		};
	};
