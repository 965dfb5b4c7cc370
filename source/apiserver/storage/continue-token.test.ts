import test from 'ava';
import {continueToken, readContinueToken} from './continue-token.js';
import {RequestFailure} from '../request/failure.js';

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

test('a token says where a list goes on', (t) => {
	const place = {revision: 7, start: 'default/wéb'};
	t.deepEqual(readContinueToken(continueToken(place)), place);
	t.deepEqual(readContinueToken(encoded('{"v":"meta.k8s.io/v1","rv":-1,"start":"/a"}')), {revision: -1, start: 'a'});
});

test('an invalid token is refused in the words of Go', (t) => {
	const table: ReadonlyArray<readonly [string, string]> = [
		['bogus', ': illegal base64 data at input byte 4'],
		['a=b', ': illegal base64 data at input byte 1'],
		['xx', ": invalid character 'Ç' looking for beginning of value"],
		['gA', String.raw`: invalid character '\u0080' looking for beginning of value`],
		[encoded(''), ': unexpected end of JSON input'],
		[encoded('nope'), `: invalid character 'o' in literal null (expecting 'u')`],
		[encoded('{"v":'), ': unexpected end of JSON input'],
		[encoded('[]'), ': json: cannot unmarshal array into Go value of type storage.continueToken'],
		[encoded('{"v":1}'), ': json: cannot unmarshal number into Go struct field continueToken.v of type string'],
		[encoded('{"rv":1.5}'), ': json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64'],
		[encoded('null'), ': server does not recognize this encoded version '],
		[encoded('{"v":"v2"}'), ': server does not recognize this encoded version v2'],
		[
			encoded('{"v":"meta.k8s.io/v1","start":"a"}'),
			': incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
		],
		[encoded('{"v":"meta.k8s.io/v1","rv":1}'), ': encoded start key empty (version meta.k8s.io/v1)'],
		[encoded('{"v":"meta.k8s.io/v1","rv":1,"start":"a/../b"}'), ': a/../b'],
	];
	for (const [token, expected] of table) {
		const failure = t.throws(() => readContinueToken(token), {instanceOf: RequestFailure});
		t.is(failure!.status.message, `invalid continue token: continue key is not valid${expected}`, token);
	}
});
