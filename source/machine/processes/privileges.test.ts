import test from 'ava';
import {privilegeLines} from './privileges.js';

/** CapEff of root, for a security context as the kubelet sends it. */
const effective = (securityContext: Readonly<Record<string, unknown>>, uid = 0) =>
	/CapEff:\t(\w+)/.exec(
		privilegeLines(
			{
				linux: {
					resources: {},
					securityContext: {namespaceOptions: {usernsOptions: {mode: 'NODE'}}, ...securityContext},
				},
			},
			uid,
		),
	)?.[1];

test('capabilities are those of containerd, with what a Pod adds and drops', (t) => {
	t.is(effective({}), '00000000a80425fb');
	t.is(effective({capabilities: {addCapabilities: ['NET_ADMIN', 'SYS_TIME']}}), '00000000aa0435fb');
	t.is(
		effective({capabilities: {dropCapabilities: ['ALL'], addCapabilities: ['NET_BIND_SERVICE']}}),
		'0000000000000400',
	);
	t.is(effective({privileged: true}), '000001ffffffffff');
	t.is(effective({}, 1000), '0000000000000000');
});
