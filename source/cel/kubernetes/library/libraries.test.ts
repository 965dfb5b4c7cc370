import test from 'ava';
import type {Environment} from '../../environment.js';
import {typeName} from '../../type.js';
import {elementsOf, Optional, type Value} from '../../value.js';
import {kubernetesFunctions} from './kubernetes.js';
import {compile} from '../../compile.js';

const environment: Environment = {variables: {}, functions: kubernetesFunctions};

const plain = (value: Value): unknown =>
	value instanceof Optional
		? value.value === undefined
			? 'none'
			: plain(value.value)
		: typeof value === 'bigint'
			? Number(value)
			: typeof value === 'object' && value !== null
				? (elementsOf(value)?.map((item) => plain(item)) ?? String(value))
				: value;

/** The value, or the error of the expression or its evaluation. */
const evaluate = (expression: string): unknown => {
	const {program, issues} = compile(expression, environment);
	if (!program) {
		return issues!.split('\n')[0]!.replace('ERROR: <input>:', '');
	}

	try {
		return plain(program.evaluate({get: () => undefined}));
	} catch (error) {
		return (error as Error).message;
	}
};

const holds = (
	t: {is: (actual: unknown, expected: unknown, message?: string) => boolean},
	expressions: readonly string[],
) => {
	for (const expression of expressions) {
		t.is(evaluate(expression), true, expression);
	}
};

test('Addresses are read as Go reads them', (t) => {
	const said = (text: string, why: string) =>
		[text, `IP Address "${text}" parse error during conversion from string: ParseAddr("${text}"): ${why}`] as const;
	const table: ReadonlyArray<readonly [string, string]> = [
		said('192.168.0.1.0', 'IPv4 address too long'),
		said('192.168.0', 'IPv4 address too short'),
		said('192.168.0.256', 'IPv4 field has value >255'),
		said('192.168.0.01', 'IPv4 field has octet with leading zero'),
		said('192.168..1', 'IPv4 field must have at least one digit (at ".1")'),
		said('192.168.0.x', 'unexpected character (at "x")'),
		said('web', 'unable to parse IP'),
		said('', 'unable to parse IP'),
		said('%eth0', 'missing IPv6 address'),
		said('2001:db8:::68', 'each colon-separated field must have at least one digit (at ":68")'),
		said('2001:db8', 'address string too short'),
		said('1::2::3', 'multiple :: in address (at ":3")'),
		said('12345::', 'each group must have 4 or fewer digits (at "12345::")'),
		said('1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'),
		said('fe80::1%', 'zone must be a non-empty string'),
		['fe80::1%eth0', 'IP address "fe80::1%eth0" with zone value is not allowed'],
		['::ffff:192.168.0.1', 'IPv4-mapped IPv6 address "::ffff:192.168.0.1" is not allowed'],
	];
	for (const [text, message] of table) {
		t.is(evaluate(`ip('${text}')`), message);
		t.is(evaluate(`isIP('${text}')`), false, text);
	}

	holds(t, [
		"isIP('192.168.0.1') && isIP('2001:db8::68')",
		"ip.isCanonical('127.0.0.1') && !ip.isCanonical('2001:DB8::68')",
		"ip('192.168.0.1').family() == 4 && ip('::1').family() == 6",
		"ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified() && !ip('::1').isUnspecified()",
		"ip('224.0.0.1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast() && ip('ff02::1').isLinkLocalMulticast()",
		"ip('169.254.169.254').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && !ip('fd80::1').isLinkLocalUnicast()",
		"ip('192.168.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast() && !ip('ff00::1').isGlobalUnicast()",
		"string(ip('192.168.0.1')) == '192.168.0.1'",
		"type(ip('192.168.0.1')) == net.IP",
	]);
	t.is(evaluate("isIP(cidr('192.168.0.0/24'))"), "1:5: found no matching overload for 'isIP' applied to '(net.CIDR)'");
});

test('Networks are read as Go reads them', (t) => {
	const said = 'network address parse error during conversion from string: ';
	const table: ReadonlyArray<readonly [string, string]> = [
		['192.168.0.0/', 'bad bits after slash: ""'],
		['192.168.0.0/08', 'bad bits after slash: "08"'],
		['192.168.0.0/33', 'prefix length out of range'],
		['192.168.0.0', "no '/'"],
		['web/8', 'ParseAddr("web"): unable to parse IP'],
		['fe80::1%eth0/64', 'IPv6 zones cannot be present in a prefix'],
		['2001:db8::/', 'bad bits after slash: ""'],
	];
	for (const [text, why] of table) {
		t.is(evaluate(`cidr('${text}')`), `${said}${said}netip.ParsePrefix("${text}"): ${why}`);
		t.is(evaluate(`isCIDR('${text}')`), false, text);
	}

	holds(t, [
		"cidr('192.168.0.0/24').containsIP(ip('192.168.0.1')) && !cidr('192.168.0.0/24').containsIP('192.168.1.1')",
		"cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25') && !cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/23'))",
		"cidr('2001:db8::/32').containsCIDR('2001:db8::/33') && !cidr('2001:db8::/32').containsIP('2001:dc8::1')",
		"cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24') && cidr('2001:db8:1::/32').masked() == cidr('2001:db8::/32')",
		"cidr('192.168.0.0/24').prefixLength() == 24 && cidr('2001:db8::/32').ip() == ip('2001:db8::')",
		"string(cidr('192.168.0.0/24')) == '192.168.0.0/24' && type(cidr('192.168.0.0/24')) == net.CIDR",
	]);
	t.is(evaluate('cidr(192168)'), "1:5: found no matching overload for 'cidr' applied to '(int)'");
});

test('Quantities compare and compute whatever their unit', (t) => {
	holds(t, [
		"isQuantity('20') && isQuantity('20M') && isQuantity('20Mi') && !isQuantity('20Mo') && !isQuantity('10Mm')",
		"quantity('200M') == quantity('0.2G') && quantity('0.002G') == quantity('2000k') && quantity('200M') != quantity('0.3G')",
		"quantity('50M').isLessThan(quantity('50Mi')) && quantity('50Mi').isGreaterThan(quantity('50M'))",
		"quantity('200M').compareTo(quantity('0.2G')) == 0 && quantity('50M').compareTo(quantity('50Mi')) == -1",
		"quantity('50k').add(quantity('20')) == quantity('50.02k') && quantity('50k').sub(20) == quantity('49980')",
		"quantity('50k').add(20).sub(quantity('100k')).sub(-50000).asInteger() == 20",
		"quantity('50.703k').asApproximateFloat() == 50703.0",
		"quantity('50').isInteger() && !quantity('9999999999999999999999999999999999999G').isInteger()",
		"quantity('-1').sign() == -1",
	]);
	t.is(evaluate("quantity('9999999999999999999999999999999999999G').asInteger()"), 'cannot convert value to integer');
	t.is(
		evaluate("quantity('10Mo')"),
		"quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
	);
	t.is(evaluate("quantity('10Mm')"), "unable to parse quantity's suffix");
	t.is(evaluate('isQuantity([1, 2, 3])'), "1:11: found no matching overload for 'isQuantity' applied to '(list(int))'");
});

test('Named formats say what is wrong with a text', (t) => {
	const fine = [
		['dns1123Label', 'my-label-name'],
		['dns1123Subdomain', 'apiextensions.k8s.io'],
		['qualifiedName', 'apiextensions.k8s.io/v1beta1'],
		['dns1123LabelPrefix', 'my-label-prefix-'],
		['dns1123SubdomainPrefix', 'mysubdomain.prefix.-'],
		['dns1035LabelPrefix', 'my-label-prefix-'],
		['uri', 'http://example.com'],
		['uuid', '123e4567-e89b-12d3-a456-426614174000'],
		['byte', 'aGVsbG8='],
		['date', '2021-01-01'],
		['datetime', '2021-01-01T00:00:00Z'],
		['labelValue', 'my-cool-label-Value'],
	] as const;
	for (const [name, text] of fine) {
		t.is(evaluate(`format.${name}().validate('${text}')`), 'none', name);
		t.is(evaluate(`format.named('${name}').value() == format.${name}()`), true, name);
	}

	const label =
		"a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
	const bad: ReadonlyArray<readonly [string, string, string]> = [
		['dns1123Label', 'contains a space', label],
		['dns1123LabelPrefix', 'contains a space-', label],
		['byte', 'aGVsbG8', 'invalid base64'],
		['date', '2020-01-32', 'invalid date'],
		['date', '2021-02-30', 'invalid date'],
		['datetime', '2020-01-32T00:00:00Z', 'invalid datetime'],
		['uuid', 'nope', 'does not match the UUID format'],
		['uri', 'nope', 'parse "nope": invalid URI for request'],
	];
	for (const [name, text, message] of bad) {
		t.deepEqual(evaluate(`format.${name}().validate('${text}')`), [message], name);
	}

	holds(t, ["!format.named('unknown').hasValue()", 'format.byte() != format.date()']);
});

test('Versions are strict, or made so when asked', (t) => {
	holds(t, [
		"isSemver('1.2.3-beta.1+build.1') && !isSemver('') && !isSemver('v1.0.0') && !isSemver('1. 0.0') && !isSemver('01.01.01') && !isSemver('1.1')",
		"isSemver('v1.0.0', true) && isSemver('01.01.01', true) && isSemver('1', true) && !isSemver('', true) && !isSemver(' 1.0.0', true) && !isSemver('1.0.0 ', true)",
		"semver('v01.01', true) == semver('1.1.0')",
		"semver('1.2.3').isGreaterThan(semver('1.0.0')) && semver('1.0.0').compareTo(semver('1.2.3')) == -1",
		"semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3",
	]);
	t.is(evaluate("semver('v1.0')"), 'No Major.Minor.Patch elements found');
	t.is(evaluate("semver('v1.2.3')"), 'Invalid character(s) found in major number "v1"');
	t.is(evaluate("semver('01.2.3')"), 'Major number must not contain leading zeroes "01"');
});

test('Types of values have the names of their libraries', (t) => {
	t.is(typeName(compile("quantity('1')", environment).program!.type), 'kubernetes.Quantity');
	t.is(typeName(compile("url('https://a.test')", environment).program!.type), 'kubernetes.URL');
});
