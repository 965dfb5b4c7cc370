import test from 'ava';
import {bootstrapObjects, namespaceWith, AdmissionWorld} from '../../testing/admission-world.js';
import {claimsFor, defaultAudience, tokenProblem} from './token.js';

const {reader} = new AdmissionWorld(...bootstrapObjects(), ...namespaceWith('default'));
const uid = reader.get('serviceaccounts', 'default', 'default')?.metadata.uid ?? '';

/** The claims of a token of the account `default`, valid for ten minutes. */
const claims = (own = uid, name = 'default') =>
	claimsFor({namespace: 'default', name, uid: own, expirationSeconds: 600, nowSeconds: 1000, tokenUid: 'token'});

test('a token is for its audiences, for its time, and for the account that it names', (t) => {
	t.not(uid, '');
	t.is(tokenProblem(claims(), reader, 1000), undefined);
	t.is(tokenProblem(claims(), reader, 1599), undefined);
	t.is(tokenProblem(claims(), reader, 1600), 'service account token has expired');
	t.is(
		tokenProblem(claims(), reader, 1000, ['vault']),
		`token audiences ["${defaultAudience}"] is invalid for the target audiences ["vault"]`,
	);
	t.is(tokenProblem(claims(), reader, 1000, ['vault', defaultAudience]), undefined);
	t.is(tokenProblem(claims('older'), reader, 1000), `service account UID (${uid}) does not match claim (older)`);
	t.is(tokenProblem(claims(uid, 'gone'), reader, 1000), 'service account default/gone has been deleted');
});
