import test from 'ava';
import {KubeletWorld} from '../../testing/kubelet-world.js';

test('a status that has not changed is reported every five minutes, while the Lease is renewed every ten seconds', (t) => {
	const world = new KubeletWorld();
	world.advance(20_000);
	const versionOf = () => world.get('nodes', undefined, 'node-a')?.metadata.resourceVersion;
	const renewed = () => world.get('leases.coordination.k8s.io', 'kube-node-lease', 'node-a')?.spec?.renewTime;
	const [before, lease] = [versionOf(), renewed()];
	world.advance(200_000);
	t.is(versionOf(), before);
	t.not(renewed(), lease);
	world.advance(110_000);
	t.not(versionOf(), before);
});
