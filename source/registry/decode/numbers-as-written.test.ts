import test from 'ava';
import {decodeFields} from './decode.js';
import {JSONSyntaxError, readJSON} from '../../go/json.js';

const decoded = (apiVersion: string, kind: string, fields: string) => {
	const {value, duplicates} = readJSON(`{"apiVersion": "${apiVersion}", "kind": "${kind}", ${fields}}`);
	return decodeFields(value, apiVersion, kind, 'Strict', duplicates);
};

test('a number that is not written as an integer is refused as it is written', (t) => {
	const where = 'into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32';
	for (const [number, error] of [
		['80', undefined],
		['-0', undefined],
		['80.0', `json: cannot unmarshal number 80.0 ${where}`],
		['8e1', `json: cannot unmarshal number 8e1 ${where}`],
		['2147483648', `json: cannot unmarshal number 2147483648 ${where}`],
		['9223372036854775808', `json: cannot unmarshal number 9223372036854775808 ${where}`],
	] as const) {
		const {error: told} = decoded('v1', 'Pod', `"spec": {"containers": [{"ports": [{"containerPort": ${number}}]}]}`);
		t.is(told, error, number);
	}
});

test('an amount keeps the form of the number that it is written as', (t) => {
	const {object} = decoded(
		'v1',
		'LimitRange',
		'"spec": {"limits": [{"type": "Pod", "max": {"cpu": 1e3, "memory": 1.0}}]}',
	);
	t.like(object, {spec: {limits: [{max: {cpu: '1e3', memory: '1'}}]}});
});

test('bytes may be a list of numbers', (t) => {
	const bytes = (list: string) => decoded('v1', 'ConfigMap', `"binaryData": {"a": ${list}}`);
	t.like(bytes('[97, 98, null]').object, {binaryData: {a: 'YWIA'}});
	t.is(
		bytes('[97, 300]').error,
		'json: cannot unmarshal number 300 into Go struct field ConfigMap.binaryData of type uint8',
	);
	t.is(bytes('["a"]').error, 'json: cannot unmarshal string into Go struct field ConfigMap.binaryData of type uint8');
});

test('a forbidden character is reported by its first byte', (t) => {
	for (const [text, told] of [
		['\uFEFF{}', "invalid character 'ï' looking for beginning of value"],
		['{é: 1}', "invalid character 'Ã' looking for beginning of object key string"],
	] as const) {
		t.throws(() => readJSON(text), {instanceOf: JSONSyntaxError, message: told});
	}
});
