import { mediagenProxy } from '../../../../lib/proxy'

export { mediagenProxy as GET, mediagenProxy as OPTIONS, mediagenProxy as POST }
