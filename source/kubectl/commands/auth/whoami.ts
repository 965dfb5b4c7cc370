import type {Routine} from '../../../kernel/routine.js';
import {nestedMap, nestedString, nestedStringSlice, unstructuredOf} from '../../../objects/unstructured.js';
import type {Invocation} from '../../invocation.js';
import {formatOf, printObject} from '../../printing/output.js';
import {alignRows} from '../../../go/tab-writer.js';

const list = (items: readonly string[]): string => `[${items.join(' ')}]`;

/** `kubectl auth whoami`. */
export function* whoAmI(invocation: Invocation): Routine<number | void> {
	const format = {...formatOf(invocation), typed: true};
	const {body} = yield* invocation.request('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
		body: {apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: {}, status: {userInfo: {}}},
	});
	const answer = unstructuredOf(body);
	if (format.name !== '') {
		if (format.name === 'name') {
			invocation.out('selfsubjectreview.authentication.k8s.io/<unknown>\n');
		} else {
			printObject((text) => invocation.out(text), format, answer);
		}

		return;
	}

	const user = ['status', 'userInfo'];
	const username = nestedString(answer, ...user, 'username');
	const uid = nestedString(answer, ...user, 'uid');
	const groups = nestedStringSlice(answer, ...user, 'groups');
	const extra = Object.keys(nestedMap(answer, ...user, 'extra') ?? {}).sort();
	const rows = [
		['ATTRIBUTE', 'VALUE'],
		...(username ? [['Username', username]] : []),
		...(uid ? [['UID', uid]] : []),
		...(groups.length > 0 ? [['Groups', list(groups)]] : []),
		...extra.map((key) => [`Extra: ${key}`, list(nestedStringSlice(answer, ...user, 'extra', key))]),
	];
	invocation.out(alignRows(rows));
}
