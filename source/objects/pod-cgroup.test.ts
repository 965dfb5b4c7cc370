import test from 'ava';
import {containerCgroup, podCgroup, uidOfCgroup} from './pod-cgroup.js';

const uid = '8f1539cd-9bdf-41a7-b4c7-854ae0484870';

test('kubeadm has systemd manage control groups: a Pod is a slice, a container a scope', (t) => {
	t.is(podCgroup('Guaranteed', 'a-b'), '/kubepods.slice/kubepods-poda_b.slice');
	const path = podCgroup('BestEffort', uid);
	t.is(
		path,
		'/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod8f1539cd_9bdf_41a7_b4c7_854ae0484870.slice',
	);
	t.is(containerCgroup(path, 'c1'), `${path}/cri-containerd-c1.scope`);
	t.is(uidOfCgroup(path), uid);
});

test('with cgroupfs the kubelet makes folders itself', (t) => {
	const path = podCgroup('Burstable', uid, {cgroupDriver: 'cgroupfs'});
	t.is(path, `/kubepods/burstable/pod${uid}`);
	t.is(containerCgroup(path, 'c1'), `${path}/c1`);
	t.is(uidOfCgroup(path), uid);
});

test('without cgroupsPerQOS a Pod has no control group of its own', (t) => {
	t.is(podCgroup('Burstable', uid, {cgroupsPerQOS: false}), '/');
	t.is(containerCgroup('/', 'c1'), '/c1');
	t.is(uidOfCgroup('/'), undefined);
});
