import test from 'ava';
import {
	configMapKeyErrors,
	dnsLabelErrors,
	dnsSubdomainErrors,
	dns1035LabelErrors,
	labelValueErrors,
	pathSegmentErrors,
	portNameErrors,
	portNumberErrors,
	qualifiedNameErrors,
} from './names.js';

const long = (length: number): string => 'a'.repeat(length);

test('names that are right', (t) => {
	const table: ReadonlyArray<readonly [(value: string) => string[], readonly string[]]> = [
		[dnsLabelErrors, ['a', '1-a', long(63)]],
		[dns1035LabelErrors, ['a1']],
		[dnsSubdomainErrors, ['a.b-c.1', long(253)]],
		[qualifiedNameErrors, ['a', 'example.com/My_name.1']],
		[labelValueErrors, ['', 'A_b.c-1']],
		[portNameErrors, ['http-2', 'a']],
		[configMapKeyErrors, ['.dockerconfigjson', 'A-b_c.1']],
		[pathSegmentErrors, ['system:node']],
	];
	for (const [check, values] of table) {
		for (const value of values) {
			t.deepEqual(check(value), [], value);
		}
	}
});

test('what is wrong with a name, in the words of upstream', (t) => {
	t.deepEqual(dnsLabelErrors('My_Pod'), [
		"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
	]);
	t.deepEqual(dnsLabelErrors('a.b'), ['must not contain dots']);
	t.deepEqual(dnsLabelErrors(long(64)), ['must be no more than 63 characters']);
	t.deepEqual(dnsSubdomainErrors('A'), [
		"a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
	]);
	t.deepEqual(qualifiedNameErrors('example.com/'), [
		'name part must be non-empty',
		"name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
	]);
	t.is(qualifiedNameErrors('/a')[0], 'prefix part must be non-empty');
	t.is(labelValueErrors(long(64))[0], 'must be no more than 63 bytes');
	t.deepEqual(portNameErrors('abcdefghijklmnop'), ['must be no more than 15 characters']);
	t.deepEqual(portNameErrors('80'), ['must contain at least one letter (a-z)']);
	t.deepEqual(portNumberErrors(0), ['must be between 1 and 65535, inclusive']);
	t.deepEqual(configMapKeyErrors('..a'), ["must not start with '..'"]);
	t.deepEqual(pathSegmentErrors('a/b'), ["may not contain '/'"]);
});
