/** Each account with its name, and below it the keywords that lead to it. */
const LIST = `00450 Card and bank receipts
  Stripe Payout|Square Inc Transfer|PayPal Transfer|SumUp Settlement|Worldpay Settlement|Adyen Payout|
  GoCardless Ltd|Shopify Payments|Amazon Seller Payout|Klarna Settlement|Zettle Deposit|Mollie Payments
4900 Interest and other income
  Interest Received|Credit Interest|Cashback Reward|HMRC Repayment|Insurance Claim Received|Deposit Refund
5010 Goods for resale
  Booker Wholesale|Bestway Wholesale|Costco Wholesale|Metro Cash & Carry|Brakes Bros|Bidfood UK|Sysco Corp|
  US Foods|Alibaba.com|Ingram Micro|Tech Data Ltd|Makro Self Service
5110 Freight and couriers
  DHL Express|FedEx Express|UPS Supply Chain|Royal Mail|Parcelforce|DPD Group|Evri Parcels|Yodel Delivery|
  Hermes Versand|GLS Parcel|Chronopost|Colissimo|Deutsche Post|PostNL|Poste Italiane|Correos Express|
  Kuehne + Nagel|DB Schenker|Maersk Line|USPS PO|Stamps.com|TNT Express
6020 Wages and payroll services
  ADP Payroll|Paychex Inc|Gusto Payroll|Sage Payroll|Personio SE|Payroll Net Pay|Salary Payment|
  Deel Inc|Rippling People|Hays Recruitment|Randstad Staffing|Adecco Group|Manpower Services|Reed Employment|
  Michael Page
6040 Pensions and benefits
  Nest Pension|The People's Pension|Scottish Widows|Aviva Pension|Legal & General Pension|Fidelity 401k|
  Vanguard Retirement|Bupa Healthcare|Vitality Health|Blue Cross Blue Shield|UnitedHealthcare|Cigna Health|
  Edenred Vouchers|Sodexo Benefits
6110 Rent
  WeWork Membership|Regus Management|Spaces Office|Landlord Rent|Monthly Rent|Workspace Group|
  Big Yellow Self Storage|Safestore|Public Storage|Shurgard Storage|British Land
6120 Energy and water
  British Gas|EDF Energy|E.ON Energie|Octopus Energy|Scottish Power|OVO Energy|SSE Airtricity|Vattenfall|
  RWE Strom|Engie SA|Enel Energia|Iberdrola Clientes|Con Edison|Pacific Gas & Electric|Duke Energy|
  Thames Water|Severn Trent Water|United Utilities|Anglian Water|Yorkshire Water
6130 Cleaning, waste and repairs
  Rentokil Initial|Biffa Waste|Suez Recycling|Waste Management Inc|ISS Facility|Mitie Cleaning|
  Cintas Uniform|Otis Elevator|Schindler Aufzüge|Kone Lifts|Screwfix Direct|Toolstation|Travis Perkins|
  Jewson Builders|B&Q Warehouse|Wickes Building|Home Depot|Lowe's Home|Hornbach Baumarkt|Bauhaus Fachcentren|
  Leroy Merlin|Dulux Decorator|Howdens Joinery|Plumb Center
6140 Rates and local taxes
  Business Rates|Birmingham City Council|Leeds City Council|Westminster City Council|Stadtkasse|
  Finanzamt|County Tax Collector|Council Tax|City of Chicago
6210 Software and cloud
  Microsoft 365|Microsoft Azure|Google Workspace|Google Cloud|Amazon Web Services|AWS EMEA|Adobe Systems|
  Adobe Creative Cloud|Salesforce.com|HubSpot Inc|Slack Technologies|Zoom Video|Zoom.us|Atlassian Pty|GitHub Inc|
  GitLab Inc|Dropbox International|DocuSign|Xero Limited|Intuit QuickBooks|Sage Software|FreeAgent|SAP Deutschland|
  Oracle Netsuite|Workday Inc|Zendesk Inc|Mailchimp|Canva Pty|Figma Inc|Miro.com|Notion Labs|Asana.com|
  Monday.com|1Password|LastPass|Okta Inc|Cloudflare|DigitalOcean|Hetzner Online|OVHcloud|Ionos SE|
  GoDaddy.com|Namecheap|Squarespace|Wix.com|Twilio Inc|SendGrid|Datadog Inc|Snowflake Inc|JetBrains s.r.o.|
  Calendly|SurveyMonkey|Typeform|Grammarly|Box.com
6220 Telephone and internet
  Vodafone Limited|BT Group|British Telecom|EE Limited|Three Mobile|TalkTalk Business|Virgin Media|
  Sky Business|Plusnet|Deutsche Telekom|Telekom Deutschland|Telefonica|Orange SA|Bouygues Telecom|Swisscom|
  KPN Mobiel|AT&T Mobility|Verizon Wireless|T-Mobile USA|Comcast Business|Charter Spectrum
6230 IT equipment
  Apple Store|Apple Distribution|Dell Technologies|Dell Products|HP Store|Lenovo Group|Currys PC World|
  Currys Business|Scan Computers|CDW Direct|Insight Direct|Newegg|Best Buy|Micro Center|MediaMarkt|Saturn Elektro|
  Conrad Electronic|Logitech|Cyberport|Misco UK
6310 Office supplies and print
  Staples Inc|Office Depot|Viking Direct|Ryman Stationery|Lyreco UK|WHSmith|Paperchase|Post-it Store|
  Vistaprint|Moo Print|Ricoh UK|Xerox Finance|Konica Minolta|Canon Business|Kyocera Document|Bechtle AG|
  Otto Office|Bruneau|Ikea Business|Amazon Business
6410 Advertising and marketing
  Google Ads|Facebook Ads|Meta Platforms|LinkedIn Ads|Microsoft Advertising|TikTok Ads|Twitter Ads|
  Pinterest Ads|Yell Limited|JCDecaux|Clear Channel|Ströer Media|Eventbrite|Messe Frankfurt|Shutterstock|
  Getty Images|Semrush|Mailjet
6510 Rail and local transport
  Trainline|LNER Tickets|Avanti West Coast|Great Western Railway|Northern Rail|ScotRail|TfL Travel Charge|
  Transport for London|Eurostar International|Deutsche Bahn|DB Vertrieb|SNCF Voyageurs|Trenitalia|Renfe Viajeros|
  ÖBB Personenverkehr|SBB Mobile|NS Reizigers|Amtrak|MTA MetroCard|BVG Berlin|RATP Paris|National Express
6520 Taxi and car hire
  Uber Trip|Uber BV|Lyft Ride|Free Now|Addison Lee|Cabify|Enterprise Rent-A-Car|Hertz Rental|
  Avis Budget|Europcar|Sixt Rent|Zipcar|Share Now
6530 Flights
  British Airways|easyJet|Ryanair|Jet2.com|Wizz Air|Lufthansa|Eurowings|Air France|KLM Royal|Iberia Lineas|
  ITA Airways|Swiss International|Austrian Airlines|SAS Scandinavian|Finnair|Delta Air Lines|United Airlines|
  American Airlines|Southwest Airlines|JetBlue|Emirates Airline|Qatar Airways
6540 Hotels
  Premier Inn|Travelodge|Holiday Inn|Hilton Hotels|Marriott Hotels|Ibis Hotel|Novotel|Mercure Hotel|
  Radisson Blu|Best Western|Motel One|NH Hotel|Accor Hotels|Hyatt Regency|Sheraton|Hampton Inn|Jurys Inn|
  Booking.com|Airbnb|Expedia
6550 Fuel, parking and tolls
  Shell Service|Esso Tankstelle|BP Connect|Texaco Garage|Aral Station|TotalEnergies|Repsol Estacion|
  Chevron Gas|ExxonMobil|Circle K|Jet Tankstelle|Eni Station|NCP Parking|RingGo Parking|PayByPhone|JustPark|
  Apcoa Parking|Q-Park|EasyPark|Dart Charge|M6 Toll|E-ZPass|Congestion Charge|Vinci Autoroutes|Ionity|
  Tesla Supercharger|ChargePoint
6610 Meals and refreshments
  Starbucks|Costa Coffee|Pret A Manger|Caffe Nero|Greggs PLC|McDonald's|Burger King|Nando's|Wagamama|
  Pizza Express|Subway Sandwich|Itsu Ltd|Leon Restaurants|Five Guys|Chipotle|Panera Bread|Dunkin Donuts|
  Deliveroo|Uber Eats|Just Eat|Lieferando|DoorDash|Grubhub
6620 Groceries for the office
  Tesco Stores|Sainsbury's|Asda Superstore|Morrisons|Waitrose|Marks & Spencer|Aldi Stores|Lidl GB|
  Co-op Food|Ocado Retail|Iceland Foods|Rewe Markt|Edeka Center|Kaufland|Carrefour|Auchan|Monoprix|Mercadona|
  Albert Heijn|Migros|Walmart Supercenter|Target Store|Whole Foods|Trader Joe's
6710 Insurance
  Aviva Insurance|AXA Insurance|Allianz Versicherung|Zurich Insurance|Hiscox Insurance|Direct Line|
  RSA Insurance|NFU Mutual|Generali|Ergo Versicherung|HDI Global|State Farm|Travelers Insurance|Chubb Limited|
  Liberty Mutual|Simply Business
6810 Legal, audit and advice
  Deloitte LLP|KPMG LLP|Ernst & Young|PricewaterhouseCoopers|Grant Thornton|BDO LLP|Mazars|RSM UK|
  Companies House|Clifford Chance|Linklaters|DLA Piper|Land Registry|LegalZoom|Notar Gebühren|Handelsregister
6820 Training and memberships
  Udemy Online|Coursera|LinkedIn Learning|Pluralsight|ICAEW Membership|ACCA Global|CIMA Membership|
  CIPD Membership|IHK Beitrag|Chamber of Commerce|Institute of Directors|O'Reilly Media|Skillsoft|
  Financial Times|The Economist
7010 Bank charges
  Bank Charges|Account Fee|Foreign Transaction Fee|Overdraft Interest|Kontoführung|Wise Payments|
  Revolut Business|Barclaycard Fee|Stripe Fee|American Express Fee|CHAPS Fee|SWIFT Charge
7110 Taxes
  HMRC PAYE|HMRC VAT|HMRC Corporation Tax|IRS USATAXPYMT|Bundeskasse|Umsatzsteuer|DGFIP Impot|
  Agenzia Entrate|Belastingdienst|DVLA Vehicle Tax|Franchise Tax Board`;

/** GL accounts with the keywords that lead to them, to try the product with: made for this purpose. */
export const SAMPLE_ACCOUNTS: readonly {
  readonly glAccount: string;
  /** The name of the account. */
  readonly title: string;
  readonly keywords: readonly string[];
}[] = LIST.split(/\n(?=\S)/).map((account) => {
  const [, glAccount = '', title = '', keywords = ''] = /^(\S+) ([^\n]+)\n(.+)$/s.exec(account) ?? [];
  return { glAccount, title, keywords: keywords.split('|').map((keyword) => keyword.trim()) };
});

/** The sample list as lines for the Upload screen: keyword, tab, GL account. */
export function sampleLines(): string {
  return SAMPLE_ACCOUNTS.flatMap(({ glAccount, keywords }) =>
    keywords.map((keyword) => `${keyword}\t${glAccount}`),
  ).join('\n');
}
