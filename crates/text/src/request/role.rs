//! What somebody is called before a name: "our lawyer Bo Lund".

const ROLES: &str = " client customer lawyer doctor boss manager landlord tenant friend colleague sister brother mother father \
    aunt uncle cousin neighbour neighbor user patient nurse teacher partner wife husband son daughter director owner \
    supplier plumber coach trainer member pupil student guest witness driver agent nanny captain ";

/// Whether somebody may be called so before a name: "our lawyer Bo Lund".
pub(super) fn is_role(noun: &str) -> bool {
    ROLES.contains(&format!(" {noun} "))
}
