/** The VXLAN devices for packets to ranges such as `10.244.1.0/24, fd00:10:244:1::/64`: flannel has one per family. */
export const overlayDevices = (ranges: string): string =>
	ranges
		.split(', ')
		.map((range) => (range.includes(':') ? 'flannel-v6.1' : 'flannel.1'))
		.join(', ');
