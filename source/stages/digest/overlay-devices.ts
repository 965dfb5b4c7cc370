/** The VXLAN devices that packets to some ranges, as `10.244.1.0/24, fd00:10:244:1::/64`, leave by: flannel has one for each family. */
export const overlayDevices = (ranges: string): string =>
	ranges
		.split(', ')
		.map((range) => (range.includes(':') ? 'flannel-v6.1' : 'flannel.1'))
		.join(', ');
