import test from 'ava';
import {TinyServer} from '../testing/tiny-server.js';

const admission = '/apis/admissionregistration.k8s.io/v1';

test('some kinds are only replaced by who says of which version', (t) => {
	const server = new TinyServer();
	const table: ReadonlyArray<readonly [string, object, boolean]> = [
		['/api/v1/namespaces/default/configmaps', {}, false],
		[`${admission}/mutatingadmissionpolicybindings`, {spec: {policyName: 'a'}}, true],
		[`${admission}/validatingadmissionpolicybindings`, {spec: {policyName: 'a', validationActions: ['Deny']}}, true],
		['/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities', {storageClassName: 'a'}, true],
	];
	for (const [path, fields, needsVersion] of table) {
		const body = {metadata: {name: 'x'}, ...fields};
		t.is(server.send('POST', path, {body}).status, 201, path);
		const {status, body: answer} = server.send('PUT', `${path}/x`, {body});
		t.is(status, needsVersion ? 422 : 200, path);
		if (needsVersion) {
			t.regex((answer as {message: string}).message, /metadata\.resourceVersion: Invalid value: 0: must be specified/);
		}
	}
});
