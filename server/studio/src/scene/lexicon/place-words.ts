import type { Place } from '../scene-description.js'

/** The words, comma separated and in the singular, that set a scene in each place. */
export const placeWords = {
  mountains:
    'mountain,peak,alp,alps,himalaya,summit,fjord,ridge,everest,rockies,highland,matterhorn,mountainside,cordillera,andes',
  hills:
    'hill,countryside,landscape,valley,farmland,pasture,vineyard,hillside,tuscany,field of grass,green field,farm,rural,moor,nature,scenery,shire',
  forest:
    'forest,wood,woods,woodland,jungle,rainforest,grove,thicket,taiga,redwood,enchanted forest,trail,bamboo forest',
  desert: 'desert,dune,sahara,sand dune,arid,wasteland,gobi,oasis,egypt',
  sea: 'sea,ocean,wave,tide,open water,seascape,atlantic,pacific,maelstrom,tsunami',
  lake: 'lake,pond,lagoon,loch,reservoir,waterside,tarn,mirror lake,reflection',
  river: 'river,stream,brook,creek,delta,riverbank,canal',
  waterfall: 'waterfall,cascade,falls,niagara',
  beach: 'beach,shore,seaside,tropical,island,coastline,sandbank,paradise,hawaii,maldives,bay,atoll',
  coast: 'coast,cliff,headland,cape,promontory,bluff,sea cliff,harbor,harbour',
  snow: 'snow field,snowfield,tundra,arctic,antarctic,antarctica,ice,glacier,iceberg,polar,north pole,snowscape',
  canyon: 'canyon,gorge,mesa,ravine,badlands,grand canyon,monument valley,wild west,arizona',
  volcano: 'volcano,lava,magma,eruption,volcanic,crater lake,hell,inferno',
  meadow: 'meadow,field,garden,prairie,grassland,park,lawn,flower field,wildflower,orchard,backyard',
  savanna: 'savanna,savannah,serengeti,africa,african plain,steppe,outback,safari',
  city: 'city,skyline,cityscape,metropolis,downtown,urban,skyscraper,manhattan,tokyo,new york,london,paris,cyberpunk city,megacity,town skyline,hong kong,berlin,dubai,rooftop,building',
  street: 'street,alley,avenue,road,boulevard,lane,sidewalk,crosswalk,highway,market,cyberpunk street,route',
  village: 'village,town,hamlet,settlement,suburb,medieval town',
  space:
    'space,galaxy,cosmos,nebula,universe,outer space,deep space,milky way,cosmic,supernova,black hole,interstellar,starfield,constellation,orbit,comet,solar system,planet earth,saturn,jupiter',
  planet:
    'planet,alien world,mars,exoplanet,alien planet,lunar surface,moon surface,alien landscape,moonscape,asteroid,on the moon',
  underwater:
    'underwater,undersea,coral,reef,seabed,deep sea,beneath the wave,beneath the sea,under the sea,aquarium,ocean floor,under water,below the wave,coral reef,submerged,abyss,atlantis',
  sky: 'sky,above the cloud,cloudscape,heaven,in the cloud,airborne,flying,cloud sea',
  table: 'table,still life,desk,kitchen,tabletop,breakfast,dinner,feast,picnic,counter,dessert',
  windowsill: 'windowsill,window sill,window,window ledge,balcony',
  room: 'room,interior,bedroom,living room,library,studio,cafe,indoor,inside,sofa,fireplace,office,hallway,museum,gallery,cellar,attic',
  abstract:
    'abstract,thought,dream of,idea,emotion,feeling,concept,consciousness,infinity,geometric,fractal,surreal,imagination,memory,soul,music,pattern,swirl,psychedelic,chaos,love,hope,fear,joyful abstract,mind,future,tomorrow,philosophy,freedom,anxiety,harmony,mathematics,energy,vortex,time',
} as const satisfies Record<Place, string>
